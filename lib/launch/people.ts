import { randomBytes } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createSetupLink } from "#lib/server/access/access-links.ts";
import { assertGoodPassword } from "#lib/server/access/password-choice.ts";
import { ensureUser, findUserByEmail } from "#lib/server/access/users.ts";
import type { Env } from "#lib/server/base/env.ts";
import type { Database } from "#lib/server/db/database.ts";
import { LaunchError, readJsonIfThere, writePrivateFile } from "./system/data-dir.ts";

const shape = z.object({
  users: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      role: z.enum(["admin", "compliance", "support", "auditor"]),
      password: z.string(),
    }),
  ),
});

export type SandboxUser = z.output<typeof shape>["users"][number];

/** How users get in: accounts in a file, or a one-time link in a file. */
export type WayIn =
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
 * Ensures that a user can sign in: the admin that the environment names first, then in sandbox mode its four
 * users, else, while there is no account, a setup link.
 */
export async function ensurePeople(env: Env, dataDir: string, database: Database): Promise<WayIn> {
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) {
    const admin = { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, name: "Admin", role: "admin" } as const;
    // Once they have an account the variable says nothing any more: the password is theirs to change.
    if (!(await findUserByEmail(admin.email, database))) assertGoodAdminPassword(admin);
    await ensureUser(admin, database);
  }
  if (env.sandbox) return ensureSandboxUsers(dataDir, database);
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
 * Random passwords, fixed across starts. When the file is lost, new ones are set; they are written under another name
 * until the database has them, so that a kill in between leaves no file with wrong passwords.
 */
async function ensureSandboxUsers(dataDir: string, database: Database): Promise<WayIn> {
  const file = join(dataDir, "sandbox-users.json");
  const pending = `${file}.pending`;
  const known = readJsonIfThere(file, shape)?.users;
  const users =
    known ?? readJsonIfThere(pending, shape)?.users ?? PEOPLE.map((person) => ({ ...person, password: password() }));
  if (!known) writePrivateFile(pending, `${JSON.stringify({ users }, null, 2)}\n`);
  for (const user of users) await ensureUser({ ...user, resetPassword: !known }, database);
  if (!known) renameSync(pending, file);
  return { kind: "sandbox", users, file };
}

const password = () => randomBytes(12).toString("base64url");
