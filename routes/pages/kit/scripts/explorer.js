// The explorer of the Account API. It is a public client like any other, to which the browser comes back with a code. The
// tokens are in the memory of this page only, and are given back when it is left.
const root = document.getElementById('explorer');
const said = root.dataset;
const part = (name) => root.querySelector(`[data-part="${name}"]`);
let connection;

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

const tell = (sentence) => {
  part('problem').textContent = sentence;
  part('problem').hidden = sentence === '';
};

const show = async () => {
  part('beginning').hidden = true;
  part('workbench').hidden = false;
  const { body } = await ask('{ viewer { email } }');
  part('who').textContent = fill(said.connected, { name: body?.data?.viewer.email ?? '…' });
  part('who').focus();
};

const end = (sentence) => {
  connection = undefined;
  part('beginning').hidden = false;
  part('workbench').hidden = true;
  part('result').textContent = '';
  tell(sentence);
};

const exchange = async (code) => {
  const { client, verifier, redirect, resource } = said;
  const response = await fetch('/api/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client,
      code,
      code_verifier: verifier,
      redirect_uri: redirect,
      resource,
    }),
  });
  const tokens = await response.json();
  if (!response.ok) return tell(fill(said.refused, { why: tokens.error_description ?? response.status }));
  connection = { client, access: tokens.access_token, refresh: tokens.refresh_token };
  await show();
};

const ask = async (query, variables = {}) => {
  const response = await fetch('/account/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${connection.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  if (response.status === 401) end(said.ended);
  return { status: response.status, body: await response.json() };
};

const run = async () => {
  tell('');
  let variables;
  try {
    variables = JSON.parse(document.getElementById('variables').value.trim() || '{}');
  } catch {
    return tell(said.variables);
  }
  part('status').textContent = said.running;
  const began = performance.now();
  const { status, body } = await ask(document.getElementById('query').value, variables);
  part('status').textContent = fill(said.done, { status, ms: Math.round(performance.now() - began) });
  part('result').textContent = JSON.stringify(body, null, 2);
};

// RFC 7009: without its refresh token, the whole connection ends.
const giveBack = () => {
  if (connection === undefined) return;
  const { client, refresh, access } = connection;
  connection = undefined;
  navigator.sendBeacon('/api/oauth/revoke', new URLSearchParams({ token: refresh ?? access, client_id: client }));
};

// The fields of each type of the schema, with their types.
let types;
const learn = async () => {
  const schema = await (await fetch('/account/schema.graphql')).text();
  const plain = schema.replace(/"""[\s\S]*?"""/g, '').replace(/\([^()]*\)/g, '');
  types = {};
  for (const [, type, fields] of plain.matchAll(/^type (\w+) \{([^}]*)\}/gm)) {
    types[type] = Object.fromEntries([...fields.matchAll(/(\w+):\s*\[*(\w+)/g)].map(([, name, of]) => [name, of]));
  }
};

// The type whose fields can stand at the end of this beginning of a query.
const typeAtEnd = (query) => {
  const plain = query.replace(/#.*|"(?:[^"\\\n]|\\.)*"/g, '').replace(/\([^()]*\)/g, '');
  const path = [];
  let before = [];
  for (const word of plain.match(/\w+|[{}]/g) ?? []) {
    if (word === '}') path.pop();
    else if (word !== '{') before.push(word);
    else if (path.length > 0) path.push(types[path.at(-1)]?.[before.at(-1)]);
    else path.push(before[0] === 'mutation' ? 'Mutation' : 'Query');
    if (word === '{' || word === '}') before = [];
  }
  return path.at(-1);
};

const insert = (query, name, isObject, typed) => {
  const at = query.selectionStart;
  const rest = /^\w*/.exec(query.value.slice(at))[0];
  query.setRangeText(isObject ? `${name} {  }` : `${name} `, at - typed.length, at + rest.length, 'end');
  if (isObject) query.setSelectionRange(query.selectionStart - 2, query.selectionStart - 2);
  query.focus();
  suggest(query);
};

// Offers what can be asked for where the cursor is.
const suggest = (query) => {
  const before = query.value.slice(0, query.selectionStart);
  const typed = /\w*$/.exec(before)[0];
  const type = types && typeAtEnd(before.slice(0, before.length - typed.length));
  const offered = Object.entries(types?.[type] ?? {}).filter(([name]) => name.startsWith(typed) && name !== typed);
  part('fields').hidden = offered.length === 0;
  document.getElementById('fields-of').textContent = fill(said.fields, { type });
  const items = offered.map(([name, of]) => {
    const [item, button] = [document.createElement('li'), document.createElement('button')];
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => insert(query, name, of in types, typed));
    item.append(button);
    return item;
  });
  part('fields')
    .querySelector('ul')
    .replaceChildren(...items);
};

const silent = () => tell(said.silent);

if (part('workbench') !== null) {
  const query = document.getElementById('query');
  part('form').addEventListener('submit', (event) => {
    event.preventDefault();
    run().catch(silent);
  });
  query.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) part('form').requestSubmit();
  });
  for (const event of ['input', 'click', 'keyup']) query.addEventListener(event, () => suggest(query));
  query.addEventListener('focus', () => types ?? learn().then(() => suggest(query), silent), { once: true });
  document.getElementById('example').addEventListener('change', ({ target }) => {
    query.value = target.value;
    part('fields').hidden = true;
  });
  part('sign-out').addEventListener('click', () => {
    giveBack();
    end('');
  });
  addEventListener('pagehide', () => {
    giveBack();
    end('');
  });
}
// The code stays in the address no longer than it takes to read it.
const code = new URLSearchParams(location.search).get('code');
if (location.search !== '') history.replaceState(null, '', location.pathname);
if (code !== null && said.verifier !== undefined) exchange(code).catch(silent);
