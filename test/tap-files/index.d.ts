export declare const testFileExtensions: string[];
export declare const plugin: () => object;
