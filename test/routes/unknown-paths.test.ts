import t from 'tap';
import { testApp } from '../support/app.ts';

const ROWS: readonly [asked: string, meant: string | undefined][] = [
  ['/oauth/token', '/api/oauth/token'],
  ['/token', '/api/oauth/token'],
  ['/oauth2/token', '/api/oauth/token'],
  ['/oauth/userinfo', '/api/oauth/userinfo'],
  ['/userinfo', '/api/oauth/userinfo'],
  ['/oauth/introspect', '/api/oauth/introspect'],
  ['/OAuth/Revoke', '/api/oauth/revoke'],
  ['/api/oauth/authorize', '/oauth/authorize'],
  ['/jwks.json', '/.well-known/jwks.json'],
  ['/oauth/jwks', '/.well-known/jwks.json'],
  ['/openid-configuration', '/.well-known/openid-configuration'],
  ['/graphql', '/account/graphql'],
  ['/api/graphql', '/account/graphql'],
  ['/api/mcp', '/mcp'],
  ['/api/v1/course', '/api/v1/courses'],
  ['/api/courses', '/api/v1/courses'],
  ['/api/v1/member', '/api/v1/members'],
  ['/api/v1/course/c_1', '/api/v1/courses/{id}'],
  ['/api/v1/nonsense', undefined],
  ['/api', undefined],
  ['/admin/riverside/membres', undefined],
];

t.test('a wrong path is answered with the one that was probably meant', async (t) => {
  const { app } = await testApp(t);
  for (const [asked, meant] of ROWS) {
    const response = await app.inject({ url: asked, headers: { accept: 'application/json' } });
    t.equal(response.statusCode, 404, asked);
    const { error_description: description, detail } = response.json<Record<string, string | undefined>>();
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    t.equal(description ?? detail, `there is nothing at this URL${hint}`, asked);
  }
});
