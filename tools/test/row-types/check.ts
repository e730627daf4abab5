import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { API } from "typescript/unstable/sync";
import { compare, type Recording, unshown } from "./compare.ts";
import { declarationsOf } from "./declared.ts";
import { isProduct, RECORDINGS, ROOT } from "./product.ts";

/**
 * Compares the row types declared in our code with the types and values that PostgreSQL returned in the last run of the
 * integration tests. After a run of all tests, a declared column without a value is a fault.
 */

if (!existsSync(RECORDINGS)) throw new Error("Run the integration tests first: npm run test:integration");
const recordings = readdirSync(RECORDINGS).map(
  (name): Recording => JSON.parse(readFileSync(join(RECORDINGS, name), "utf8")),
);
const ran = new Set(recordings.flatMap(({ testFiles }) => testFiles));
const missing = globSync("{app,lib,tools}/**/*.db.test.ts").filter((file) => !ran.has(file));
const recorded = recordings.flatMap((recording) => recording.recorded);

const api = new API({ cwd: ROOT });
const [project] = api.updateSnapshot({ openProject: join(ROOT, "tsconfig.json") }).getProjects();
if (!project) throw new Error("tsconfig.json is no project");
const { declared, faults } = declarationsOf(project, ROOT, isProduct);
api.close();

const found = faults.map(({ site, fault }) => `${site} ${fault}`);
let compared = 0;
for (const { site, caller, columns } of declared) {
  const forms = recorded.filter((form) => form.site === site && (caller === null || form.caller === caller));
  if (forms.length > 0) compared += 1;
  const wrong = [...compare(columns, forms), ...(missing.length > 0 ? [] : unshown(columns, forms))];
  found.push(...wrong.map((fault) => `${caller ?? site} ${fault}`));
}
for (const fault of found.sort()) console.error(fault);
console.log(`${compared} of ${declared.length} row types compared with the database, faults: ${found.length}`);
if (missing.length > 0)
  console.log(`Files of tests that did not run, so that nothing is said of what only they run: ${missing.length}`);
process.exitCode = found.length > 0 ? 1 : 0;
