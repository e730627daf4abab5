import { readFileSync } from "node:fs";
import { may, PERMISSIONS, type Permission } from "#lib/platform/contract/permissions.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import { table, writeOrCheck } from "#tools/test/documents/generated-page.ts";
import { filesNamed, handlerSources, inBraces, patternOf } from "#tools/test/routes-on-disk.ts";

/**
 * Writes `docs/permissions.md` from the table of permissions and the requirements in the sources of handlers and pages.
 * With `--check` it only compares the page with them, and reports a difference by its exit code.
 */

const PAGE = "docs/permissions.md";
const INTRODUCTION = `# Who may do what

Four roles, and what each may do. Handlers, pages and the navigation read the manifests of the modules (\`lib/*/module.ts\`), from which and
from their sources \`npm run permissions\` writes this page; \`npm run lint\` fails when they differ, and
\`app/api/every-route.db.test.ts\` and \`tools/test/product/page-access.test.ts\` try every handler and page that is on the disk with every role.
`;

type Rule = { what: string; access: Permission | "public" | "scim"; more: string[] };

const DEFINITION = /^\w+ = route\(\s*"[^"]+",\s*(\{[\s\S]*?\}),\s*(?:async )?\(/;

const byPath = ([one]: [string, string], [other]: [string, string]): number =>
  (one.split(" ")[1] ?? "").localeCompare(other.split(" ")[1] ?? "", "en");

const handlers = (): Rule[] =>
  [...handlerSources()].toSorted(byPath).map(([endpoint, source]) => {
    const definition = DEFINITION.exec(source)?.[1];
    if (definition === undefined) throw new Error(`${endpoint}: not understood`);
    const permission = /\baccess: "([\w.]+)"/.exec(definition)?.[1];
    const audit = /\baudit: "([\w.]+)"/.exec(definition)?.[1];
    const besides = [
      ...(/\bstepUp: true/.test(definition) ? ["password again"] : []),
      ...(/\btoken: true/.test(definition) ? ["service tokens"] : []),
    ];
    const more = [besides.join(", "), audit ? `\`${audit}\`` : ""];
    const [method, path] = endpoint.split(" ");
    return { what: `${method} \`${path}\``, access: accessOf(endpoint, permission), more };
  });

/** Pages that require a permission; \`/login\` and its like require none. */
const pages = (): Rule[] =>
  filesNamed("page.tsx", "app").flatMap((file) => {
    const permission = /requirePermission\("([\w.]+)"\)/.exec(readFileSync(file, "utf8"))?.[1];
    return permission === undefined
      ? []
      : [{ what: `\`${inBraces(patternOf(file))}\``, access: accessOf(file, permission), more: [] }];
  });

function accessOf(file: string, permission: string | undefined): Rule["access"] {
  if (permission === "public" || permission === "scim" || (permission !== undefined && permission in PERMISSIONS))
    return permission as Rule["access"];
  throw new Error(`${file}: requires ${permission}`);
}

function page(): string {
  const roles = (Object.keys(PERMISSIONS) as Permission[]).map((name) => [
    `\`${name}\``,
    ...ROLES.map((role) => (may(role, name) ? "yes" : "–")),
    PERMISSIONS[name].allows,
  ]);
  const named = (access: Rule["access"]) => (access === "public" ? "public" : `\`${access}\``);
  return `${[
    INTRODUCTION.trimEnd(),
    "## Permissions",
    table([["Permission", ...ROLES, "What it allows"], ...roles]),
    "## Pages",
    "A user who is not signed in goes to the sign-in page; for one who lacks the permission there is no such page.",
    table([["Page", "Permission"], ...pages().map(({ what, access }) => [what, named(access)])]),
    "## Handlers",
    "Without a session 401, without the permission 403. 'Password again': within ten minutes of giving it. 'Service tokens': also for a token with the permission as a scope. `scim`: for the directory, by its own token. The last column is the entry of the audit trail; what handlers record in another way is said in their sources.",
    table([
      ["Handler", "Permission", "Besides", "Recorded as"],
      ...handlers().map(({ what, access, more }) => [what, named(access), ...more]),
    ]),
  ].join("\n\n")}\n`;
}

writeOrCheck(PAGE, page(), "handlers and pages require: run npm run permissions");
