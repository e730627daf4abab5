import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { masterKeysOf, setMasterKeys } from "#lib/core/server/vault/vault.ts";
import { openDatabase } from "#lib/platform/server/db/database.ts";
import { checkEvidence, type EarlierHead, type EvidenceReport } from "#lib/records/server/evidence/check.ts";
import type { Launch } from "./context.ts";
import { checkedDatabase, masterSecret } from "./supply.ts";
import { LaunchError } from "./system/data-dir.ts";

const USAGE = "name what to do: npm run evidence -- check [--head FILE]";

/** Fields as typed from paper, where the root is printed in groups. */
const headFields = {
  size: z.int().positive(),
  root: z.string().transform((text) => text.replace(/\s/g, "").toLowerCase()),
};

const headFile = z.union([
  // Other fields may follow, as in a message of a channel.
  z.object({ ...headFields, at: z.string(), signature: z.string(), public_key: z.string() }),
  z.strictObject(headFields),
]);

/** `npm run evidence -- check [--head FILE]`: compares all sealed entries with the newest head, and with an earlier head. */
export async function launchEvidence(launch: Launch): Promise<void> {
  const [verb, option, file, ...more] = launch.args;
  const asks = verb === "check" && more.length === 0 && (option === undefined || (option === "--head" && file));
  if (!asks) throw new LaunchError(USAGE);
  const earlier = file === undefined ? null : await readHeadFile(resolve(launch.callerFolder, file));
  setMasterKeys(masterKeysOf(masterSecret(launch)));
  const { ownerUrl } = await checkedDatabase(launch);
  await using database = openDatabase(ownerUrl, { name: "cotejo evidence", withoutTimeLimits: true });
  const checked = await checkEvidence(database, earlier);
  launch.say(reportOf(checked, earlier !== null));
  if (checked.findings.length > 0) process.exitCode = 1;
}

async function readHeadFile(path: string): Promise<EarlierHead> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new LaunchError(`there is no file ${path}`);
  });
  try {
    return headFile.parse(JSON.parse(text));
  } catch {
    throw new LaunchError(`${path} is no head: it is the answer of /api/evidence/head, as JSON, or its size and root`);
  }
}

const AGAINST_THE_OWNER = `This holds against the roles of the processes; against the owner of the tables only a head that left the machine counts: --head FILE.
`;

function reportOf({ head, entries, removed, unrecorded, findings }: EvidenceReport, hasEarlier: boolean): string {
  const found = findings.map(({ what, name, because }) => `${what}: ${name} (${because})\n`).join("");
  if (!head) return `${found}Nothing is sealed yet.\n`;
  const result = findings.length === 0 ? "as they were sealed" : `${findings.length} findings`;
  const causes = unrecorded > 0 ? ` (of ${unrecorded} the cause is not recorded: before 0.5)` : "";
  return `${found}${entries} entries, ${removed} of them deleted${causes}: ${result}
head: size ${head.size}, root ${head.root}, ${head.at}
${hasEarlier ? "" : AGAINST_THE_OWNER}`;
}
