import { beforeEach, expect, it } from "vitest";
import { ownDatabase } from "#tools/test/own-database.ts";
import { insertSummaries } from "#tools/test/summaries.ts";
import { soleAccountName } from "./sole-account.ts";

const database = await ownDatabase();

beforeEach(() => database.pool.query("TRUNCATE verification_summaries CASCADE"));

const file = (verification_id: string, account_id: string | null, account_name: string | null, day?: number) => ({
  verification_id,
  account_id,
  account_name,
  ...(day !== undefined && { created_at: `2026-11-0${day}T10:00:00Z` }),
});

const named = async (...files: ReturnType<typeof file>[]) => {
  await insertSummaries(database.pool, files);
  return soleAccountName(database);
};

it("is the account name of all files, the newest one after a rename", async () => {
  expect(await named()).toBeNull();
  expect(await named(file("ver_1", "acc_1", null))).toBeNull();
  expect(await named(file("ver_2", "acc_1", "Grupo Uno", 2), file("ver_3", null, null))).toBe("Grupo Uno");
  expect(await named(file("ver_4", "acc_1", "Antes Uno", 1))).toBe("Grupo Uno");
  expect(await named(file("ver_5", "acc_1", "Uno, después", 3))).toBe("Uno, después");
});

it("is null if files belong to several accounts, even if one has no name", async () => {
  expect(await named(file("ver_1", "acc_1", "Grupo Uno", 1), file("ver_2", "acc_2", null, 2))).toBeNull();
});
