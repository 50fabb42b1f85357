/** The types of Stryker's instrumenter that are used here. Its own types are only installed by `npm run machine -- mutation`. */
declare module '@stryker-mutator/instrumenter' {
  export interface InstrumenterOptions {
    plugins: null;
    excludedMutations: string[];
    ignorers: [];
    noHeader: boolean;
  }

  export interface File {
    name: string;
    content: string;
    mutate: boolean;
  }

  interface Position {
    line: number;
    column: number;
  }

  export interface Mutant {
    id: string;
    fileName: string;
    location: { start: Position; end: Position };
    replacement?: string;
  }

  export interface Logger {
    isDebugEnabled(): boolean;
    debug(message: string): void;
    info(message: string): void;
  }

  export class Instrumenter {
    constructor(logger: Logger);
    instrument(files: readonly File[], options: InstrumenterOptions): Promise<{ files: File[]; mutants: Mutant[] }>;
  }
}
