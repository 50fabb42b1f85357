/** The school's site: lecturers, pages, colours and images, which are the same in every wave. */
import { checksumOf, lecturerId } from './courses.ts';
import { nth } from './dice.ts';
import { FOUNDED } from './people.ts';
import { slugOf } from './slug.ts';
import { DAY, HOUR, type Row, type Wave } from './wave.ts';

export const lecturersOf = ({ site, catalogue, now }: Wave): Row<'lecturers'>[] =>
  catalogue.lecturers.map(({ key, name, title, bio, memberId = null }, position) => {
    const createdAt = now - (FOUNDED - position) * DAY;
    return {
      id: lecturerId(key),
      slug: slugOf(name),
      name,
      title,
      bioMarkdown: `**${name}**, ${title.toLowerCase()}.\n\n${bio}`,
      avatarAssetId: imageId(site.slug, key),
      links: position % 2 === 0 ? { website: `https://${slugOf(name)}.example` } : {},
      memberId,
      position,
      createdAt,
      updatedAt: createdAt,
    };
  });

const PAGES = [
  { title: 'Home', text: 'Welcome.', isHomepage: true },
  { title: 'About the school', text: 'Who we are, and why.' },
  { title: 'How courses work', text: 'You enrol, you watch, you try it yourself.' },
  { title: 'Find us', text: 'Trams 3 and 7, and bicycle stands behind the house.' },
  { title: 'Privacy', text: 'What we keep, for how long, and whom to ask.' },
  { title: 'Gift vouchers', text: 'In the making.', draft: true },
] as const;

export const pagesOf = ({ site, catalogue, now }: Wave): Row<'pages'>[] =>
  PAGES.map((page, index) => {
    const { title, text } = page;
    const isHomepage = 'isHomepage' in page;
    const draft = 'draft' in page;
    const createdAt = now - (draft ? 9 : FOUNDED - index) * DAY;
    return {
      id: `pag_demo_${site.slug}_${slugOf(title)}`,
      slug: slugOf(title),
      title,
      blocks: isHomepage
        ? [
            { kind: 'hero', title: site.name, text: catalogue.about },
            { kind: 'courses', featured: true },
          ]
        : null,
      bodyMarkdown: isHomepage ? null : `# ${title}\n\n${text}\n\nQuestions? Write to ${site.contactEmail}.`,
      seoTitle: `${title} · ${site.name}`,
      seoDescription: isHomepage ? catalogue.about : `${title}: ${text}`,
      status: draft ? 'draft' : 'published',
      isHomepage,
      publishedAt: draft ? null : createdAt + HOUR,
      createdAt,
      updatedAt: createdAt + HOUR,
    };
  });

export const appearanceOf = ({ site, catalogue, now }: Wave): Row<'appearances'> => ({
  themeColor: catalogue.look.themeColor,
  accentColor: catalogue.look.accentColor,
  font: catalogue.look.font,
  // The images are entries without files, and a logo that can’t be shown would be reported to the school.
  logoAssetId: null,
  faviconAssetId: imageId(site.slug, 'favicon'),
  headerLinks: [
    { label: 'Courses', url: '/courses' },
    { label: 'Events', url: '/events' },
    { label: 'About', url: '/about-the-school' },
  ],
  footerMarkdown: `${site.name} · [Privacy](/privacy) · [Find us](/find-us)`,
  homepageSections: [
    { kind: 'hero', title: site.name, text: catalogue.about },
    { kind: 'courses', featured: true },
    { kind: 'events', upcoming: true },
  ],
  customCss: '.hero { letter-spacing: 0.01em; }',
  updatedAt: now - 50 * DAY,
});

const imageId = (slug: string, name: string): string => `ast_demo_${slug}_${name}`;

/** Images that the site uses, and one that was rejected. */
export function imagesOf({ site, catalogue, now }: Wave): Row<'assets'>[] {
  const used = ['logo', 'favicon', ...catalogue.lecturers.map(({ key }) => key)].map((name) => ({
    name,
    status: 'ready' as const,
  }));
  return [...used, { name: 'old-logo', status: 'rejected' as const }].map(({ name, status }, index) => {
    const id = imageId(site.slug, name);
    const createdAt = now - (FOUNDED - index) * DAY;
    return {
      id,
      uploadedBy: nth(catalogue.staff, index),
      filename: `${name}.png`,
      contentType: 'image/png',
      size: 18_000 + 1_300 * index,
      checksumSha256: status === 'ready' ? checksumOf(id) : null,
      status,
      createdAt,
      updatedAt: createdAt,
    };
  });
}
