/**
 * The software bill of materials of a release: what `npm sbom` says of a production installation, with Node. It is the
 * same whenever and wherever it is made.
 */
import { execFileSync } from 'node:child_process';
import { VERSION } from '../../../schema/program/manifest.ts';
import { FILES, ROOT } from '../build/bundle.ts';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  type: string;
  purl: string;
  externalReferences?: unknown;
  properties?: readonly { name: string; value: string }[];
}

interface Bill {
  serialNumber?: string;
  metadata: { timestamp?: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** Returns CycloneDX as JSON. */
export function billOfMaterials(): string {
  const bill = askNpm();
  const { metadata } = bill;
  // A random number, the time, and the name of the folder, which npm takes for the name of the program.
  delete bill.serialNumber;
  delete metadata.timestamp;
  Object.assign(metadata.component, { name: 'schoolgate', type: 'application', version: VERSION });
  // The name that npm gives is that of the folder, which differs if a package is installed under an alias.
  for (const component of bill.components) component.name = packageOf(component);
  bill.components = [...bill.components.filter(isPartOfRelease), NODE];
  const described = [metadata.component, ...bill.components];
  // Where a package was downloaded from depends on the machine; its hash says what it is.
  for (const component of described) delete component.externalReferences;
  const refs = new Set(described.map((component) => component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Asks npm for all packages of the lock file, those for development included. */
function askNpm(): Bill {
  const { npm_execpath: npm } = process.env;
  const [program, ...first] = npm === undefined ? ['npm'] : [process.execPath, npm];
  const args = [...first, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  return JSON.parse(execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 }));
}

/** The packages whose files are copied into the bundle. */
const COPIED = new Set(FILES.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));

/** npm marks what is installed for development, and as private what is part of this repository: a plug-in of the tests. */
const LEFT_OUT = new Set(['cdx:npm:package:development', 'cdx:npm:package:private']);

const packageOf = ({ 'bom-ref': ref }: Component): string => ref.slice(0, ref.lastIndexOf('@'));

const isPartOfRelease = ({ name, properties = [] }: Component): boolean =>
  COPIED.has(name) || !properties.some((property) => LEFT_OUT.has(property.name));

const NODE: Component = {
  'bom-ref': `node@${process.versions.node}`,
  name: 'node',
  version: process.versions.node,
  type: 'platform',
  purl: `pkg:generic/node@${process.versions.node}`,
};
