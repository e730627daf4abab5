import { randomBytes } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createSetupLink } from "#lib/access/server/access-links.ts";
import { assertGoodPassword } from "#lib/access/server/password-choice.ts";
import { ensureUser, findUserByEmail } from "#lib/access/server/users.ts";
import { ROLES } from "#lib/platform/manifest.ts";
import type { Env } from "#lib/platform/server/base/env.ts";
import type { Database } from "#lib/platform/server/db/database.ts";
import { COLLEAGUES } from "./story/words.ts";
import { LaunchError, readJsonIfThere, writePrivateFile } from "./system/data-dir.ts";

const user = z.object({ email: z.string(), name: z.string(), role: z.enum(ROLES), password: z.string() });
const shape = z.object({ users: z.array(user) });

type SandboxUser = z.output<typeof user>;

/** How users sign in for the first time: with accounts in a file, or by a one-time link in a file. */
export type FirstSignIn =
  | { kind: "sandbox"; users: SandboxUser[]; file: string }
  | { kind: "setup"; link: string; file: string }
  | { kind: "known" };

const PEOPLE: Omit<SandboxUser, "password">[] = [
  { email: "admin@sandbox.local", name: "Ana Administradora", role: "admin" },
  { email: "compliance@sandbox.local", name: "Carlos Cumplimiento", role: "compliance" },
  { email: "support@sandbox.local", name: "Sofía Soporte", role: "support" },
  { email: "auditor@sandbox.local", name: "Aurora Auditora", role: "auditor" },
];

/**
 * Ensures that a user can sign in: first the admin of the environment, then the users of sandbox mode, one for each role
 * and with the story two colleagues, or outside of sandbox mode a setup link while there is no account.
 */
export async function ensurePeople(
  env: Env,
  dataDir: string,
  database: Database,
  hasStory = false,
): Promise<FirstSignIn> {
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) {
    const admin = { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, name: "Admin", role: "admin" } as const;
    // Once the account exists the variable has no effect: the admin may have changed the password.
    if (!(await findUserByEmail(admin.email, database))) assertGoodAdminPassword(admin);
    await ensureUser(admin, database);
  }
  if (env.sandbox) return ensureSandboxUsers(dataDir, database, hasStory ? [...PEOPLE, ...COLLEAGUES] : PEOPLE);
  const link = await createSetupLink(database);
  const file = join(dataDir, "setup-link");
  if (!link) {
    rmSync(file, { force: true });
    return { kind: "known" };
  }
  writePrivateFile(file, `${link}\n`);
  return { kind: "setup", link, file };
}

function assertGoodAdminPassword(admin: { email: string; password: string; name: string }): void {
  try {
    assertGoodPassword(admin.password, admin);
  } catch (error) {
    throw new LaunchError(`ADMIN_PASSWORD: ${error instanceof Error ? error.message : "refused"}`);
  }
}

/**
 * Random passwords that stay the same across starts. When the file is lost, new ones are set. The file has another name
 * until the database has them, so that a kill in between leaves no file with wrong passwords.
 */
async function ensureSandboxUsers(
  dataDir: string,
  database: Database,
  people: readonly Omit<SandboxUser, "password">[],
): Promise<FirstSignIn> {
  const file = join(dataDir, "sandbox-users.json");
  const pending = `${file}.pending`;
  const known = readJsonIfThere(file, shape)?.users;
  const users =
    known ?? readJsonIfThere(pending, shape)?.users ?? people.map((person) => ({ ...person, password: password() }));
  if (!known) writePrivateFile(pending, `${JSON.stringify({ users }, null, 2)}\n`);
  for (const user of users) await ensureUser({ ...user, resetPassword: !known }, database);
  if (!known) renameSync(pending, file);
  return { kind: "sandbox", users, file };
}

const password = () => randomBytes(12).toString("base64url");
