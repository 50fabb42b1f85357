/** Courses with their sections, lectures and files. */
import { createHash } from 'node:crypto';
import type { CourseOutline } from './catalogue/index.ts';
import { demoFile } from './demo-file.ts';
import { diceOf, nth } from './dice.ts';
import { lectureText } from './texts.ts';
import { DAY, HOUR, idIn, type Row, slugIn, titleIn, type Wave } from './wave.ts';

type Lecture = Row<'lectures'>;

/** A course as an enrolled student sees it. */
export interface Course {
  outline: CourseOutline;
  row: Row<'courses'>;
  publishedAt: number;
  /** All lectures that count for the progress. */
  published: readonly Lecture[];
  /** The published lectures that can be opened, in order. */
  watchable: readonly Lecture[];
}

export interface WaveCourses {
  /** Courses that people can enroll in. */
  offered: Course[];
  rows: {
    courses: Row<'courses'>[];
    sections: Row<'sections'>[];
    lectures: Lecture[];
    assets: Row<'assets'>[];
  };
}

const KINDS = ['video', 'video', 'text', 'video', 'audio', 'video', 'file', 'quiz', 'live'] as const;
const SECONDS = {
  video: [240, 1500],
  audio: [300, 1800],
  live: [2700, 5400],
  text: [0, 0],
  file: [0, 0],
  quiz: [0, 0],
} as const;
const TITLES: Partial<Record<Lecture['kind'], string>> = {
  file: 'Worksheet: ',
  quiz: 'Check yourself: ',
  live: 'Live session: ',
};
const FILES: Partial<Record<Lecture['kind'], { ending: string; contentType: string }>> = {
  video: { ending: 'mp4', contentType: 'video/mp4' },
  audio: { ending: 'mp3', contentType: 'audio/mpeg' },
  file: { ending: 'pdf', contentType: 'application/pdf' },
};

export function coursesOf(wave: Wave): WaveCourses {
  const made: WaveCourses = { offered: [], rows: { courses: [], sections: [], lectures: [], assets: [] } };
  wave.catalogue.courses.forEach((outline, index) => {
    const row = courseRow(wave, outline);
    const lectures = lecturesOf(wave, outline, row, index, made.rows);
    made.rows.courses.push(row);
    if (outline.status === 'draft' || outline.unlisted) return;
    const published = lectures.filter(({ status }) => status === 'published');
    const watchable = published.filter(({ releaseAt }) => releaseAt == null || releaseAt < wave.now);
    made.offered.push({ outline, row, publishedAt: row.publishedAt ?? wave.now, published, watchable });
  });
  return made;
}

function courseRow(wave: Wave, outline: CourseOutline): Row<'courses'> {
  const { now, site } = wave;
  const publishedAt = outline.status === 'draft' ? null : now - outline.age * DAY - 9 * HOUR;
  const archivedAt = outline.status === 'archived' ? now - 120 * DAY : null;
  const slug = slugIn(wave, outline.title);
  return {
    id: idIn(wave, 'crs', outline.key),
    slug,
    title: titleIn(wave, outline.title),
    subtitle: outline.subtitle,
    description: `${outline.subtitle}.\n\n${Object.keys(outline.sections)
      .map((title) => `- **${title}**`)
      .join('\n')}\n\nNo experience needed. Take your time: lectures are short and can be repeated.`,
    coverImageUrl: `https://media.${site.domain}/covers/${slug}.jpg`,
    courseType: outline.type ?? (outline.price === 0 ? 'free' : 'paid'),
    priceAmount: outline.price,
    priceCurrency: site.currency,
    status: outline.status ?? 'published',
    publishedAt,
    featured: outline.featured ?? false,
    unlisted: outline.unlisted ?? false,
    accessDays: outline.accessDays ?? null,
    lecturerIds: outline.lecturers.map(lecturerId),
    categories: [outline.category],
    tags: [...outline.tags],
    createdAt: (publishedAt ?? now - 12 * DAY) - 20 * DAY,
    updatedAt: archivedAt ?? Math.min(now - HOUR, (publishedAt ?? now - 12 * DAY) + 30 * DAY),
    archivedAt,
  };
}

/** Lecturers teach in every wave. */
export const lecturerId = (key: string): string => `lct_demo_${key}`;

function lecturesOf(
  wave: Wave,
  outline: CourseOutline,
  course: Row<'courses'>,
  index: number,
  rows: WaveCourses['rows'],
): Lecture[] {
  const { createdAt, updatedAt = createdAt } = course;
  const lectures: Lecture[] = [];
  const sections = Object.entries(outline.sections);
  sections.forEach(([title, topics], place) => {
    const section = idIn(wave, 'sec', `${outline.key}_${place + 1}`);
    rows.sections.push({ id: section, courseId: course.id, title, position: place, createdAt, updatedAt });
    topics.split(' | ').forEach((topic, position) => {
      const kind = nth(KINDS, lectures.length + 2 * index);
      const lecture: Lecture = {
        id: idIn(wave, 'lec', `${outline.key}_${place + 1}_${position + 1}`),
        courseId: course.id,
        sectionId: section,
        title: `${TITLES[kind] ?? ''}${topic}`,
        kind,
        durationSeconds: 0,
        contentMarkdown: lectureText(kind, topic, outline.title),
        mediaAssetId: null,
        freePreview: lectures.length === 0,
        releaseAt: null,
        position,
        status: outline.status === 'draft' ? 'draft' : 'published',
        createdAt,
        updatedAt,
      };
      const [shortest, longest] = SECONDS[kind];
      lecture.durationSeconds = diceOf(lecture.id).between(shortest, longest);
      lecture.mediaAssetId = attach(wave, outline, lecture, rows.assets);
      lectures.push(lecture);
    });
  });
  holdBack(wave, outline, index, lectures, course.publishedAt ?? wave.now);
  rows.lectures.push(...lectures);
  return lectures;
}

/** Leaves some lectures unwritten and schedules others for later. */
function holdBack(
  { now }: Wave,
  outline: CourseOutline,
  index: number,
  lectures: Lecture[],
  publishedAt: number,
): void {
  const last = lectures.at(-1);
  if (last === undefined) return;
  if (outline.type === 'pre_order') {
    lectures.forEach((lecture, place) => {
      lecture.releaseAt = now + (30 + 7 * place) * DAY;
    });
  } else if (index % 4 === 1) last.status = 'draft';
  else if (index % 7 === 3) last.releaseAt = now + 10 * DAY;
  else if (index % 5 === 2) last.releaseAt = publishedAt + DAY;
}

function attach({ catalogue }: Wave, outline: CourseOutline, lecture: Lecture, assets: Row<'assets'>[]): string | null {
  const file = FILES[lecture.kind];
  if (file === undefined) return null;
  const id = lecture.id.replace('lec_', 'ast_');
  const filename = `${outline.key}-${lecture.id.split('_').slice(3).join('-')}.${file.ending}`;
  const sheet = lecture.kind === 'file' ? demoFile(file.contentType, filename) : undefined;
  assets.push({
    id,
    uploadedBy: nth(catalogue.staff, assets.length),
    filename,
    contentType: file.contentType,
    size: sheet?.length ?? diceOf(id).between(90_000, 900_000) * (lecture.kind === 'video' ? 400 : 12),
    checksumSha256: checksumOf(sheet ?? id),
    status: 'ready',
    createdAt: lecture.createdAt,
    updatedAt: lecture.createdAt,
  });
  return id;
}

/** Only products and worksheets have files in the demo. For other assets, this only has the form of a checksum. */
export const checksumOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
