// sqlite
/** The parts of a release, which are the same whenever, wherever and in whatever order they are made. */
import { execFileSync } from 'node:child_process';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { VERSION } from '../../schema/program/manifest.ts';
import { packed } from '../../scripts/workshop/release/archive.ts';
import { billOfMaterials } from '../../scripts/workshop/release/sbom.ts';
import { temporaryFolder } from '../support/app.ts';

t.test('an archive of the same files has the same bytes, and tar unpacks it', async (t) => {
  const longPath = `a/${'folder/'.repeat(20)}file.txt`;
  const files = [
    { path: 'a/program', content: Buffer.from('#!/bin/sh\n'), isExecutable: true },
    { path: longPath, content: Buffer.alloc(1024, 'x') },
    { path: 'a/empty', content: Buffer.alloc(0) },
  ];
  const archive = packed(files);
  t.ok(packed(files.toReversed()).equals(archive));
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'archive.tar.gz'), archive);
  execFileSync('tar', ['-xzf', 'archive.tar.gz'], { cwd: folder });
  for (const { path, content } of files) t.ok(readFileSync(join(folder, path)).equals(content), path);
  t.ok(lstatSync(join(folder, 'a/program')).mode & 0o100, 'a program can be run');
  t.notOk(lstatSync(join(folder, longPath)).mode & 0o111);
  t.equal(lstatSync(join(folder, 'a/empty')).mtimeMs, 0);
  t.throws(() => packed([{ path: 'x'.repeat(101), content: Buffer.alloc(0) }]), RangeError);
});

t.test('the bill of materials of a release says what is in it, and nothing of the machine that made it', async (t) => {
  const text = billOfMaterials();
  t.equal(billOfMaterials(), text);
  t.strictSame(text.match(/https?:\/\/[^/"]+/g), ['http://cyclonedx.org'], 'no host but that of the schema');
  const { metadata, components } = JSON.parse(text) as {
    metadata: { component: { name: string; version: string } };
    components: { name: string; version: string }[];
  };
  t.match(metadata.component, { name: 'schoolgate', version: VERSION });
  const names = components.map(({ name }) => name);
  for (const name of ['fastify', 'better-sqlite3', 'node']) t.ok(names.includes(name), name);
  for (const name of ['typescript', 'tap', 'tap-typescript-files', 'esbuild', 'react'])
    t.notOk(names.includes(name), name);
});
