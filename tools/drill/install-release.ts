import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ensureUser } from "#lib/access/server/users.ts";
import type { openDatabase } from "#lib/platform/server/db/database.ts";
import type { migrate } from "#lib/platform/server/db/migrate.ts";
import type { installReceiver } from "#tools/test/real-processes.ts";
import type { Credentials } from "#tools/test/sign-in.ts";

/*
 * Installs a release into an empty database by that release's own code, `install-release.ts ROOT DATABASE_URL`. It is a
 * process of its own, since modules of two versions do not mix.
 */

export type InstalledRelease = Awaited<ReturnType<typeof installReceiver>> & {
  /** The credentials of the only account. */
  credentials: Credentials;
};

const [root = "", databaseUrl = ""] = process.argv.slice(2);

type Release = {
  ensureUser: typeof ensureUser;
  openDatabase: typeof openDatabase;
  migrate: typeof migrate;
  installReceiver: typeof installReceiver;
};

/** The modules of a version; those until 0.5.0 have other folders. */
const modules = existsSync(join(root, "lib/platform"))
  ? ["lib/access/server/users.ts", "lib/platform/server/db/database.ts", "lib/platform/server/db/migrate.ts"]
  : ["lib/server/access/users.ts", "lib/server/db/database.ts", "lib/server/db/migrate.ts"];
const processes = existsSync(join(root, "tools")) ? "tools/test/real-processes.ts" : "test/real-processes.ts";
const exported = await Promise.all([...modules, processes].map((path) => import(join(root, path))));
const release: Release = Object.assign({}, ...exported);

await release.migrate(databaseUrl);
const installed = await release.installReceiver(databaseUrl);
const database = release.openDatabase(databaseUrl, { name: "drill" });
const credentials = { email: "drill@example.com", password: randomBytes(12).toString("base64url") };
await release.ensureUser({ ...credentials, name: "Drill", role: "admin" }, database);
await database.close();
const answer: InstalledRelease = { ...installed, credentials };
process.send?.(answer, () => process.disconnect?.());
