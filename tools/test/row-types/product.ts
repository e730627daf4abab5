import { join } from "node:path";

/** The root of the repository, with a trailing slash. */
export const ROOT = join(import.meta.dirname, "../../../");

/** Recordings of the integration tests, a file for each process. */
export const RECORDINGS = join(ROOT, "test-results/row-types");

/** Whether a file, by its path in the repository, is code of the product: no test, and no helper of tests. */
export const isProduct = (path: string): boolean =>
  /^(app|lib)\//.test(path) && !/\.test\.tsx?$|\/testing\/|-testing\.ts$/.test(path);
