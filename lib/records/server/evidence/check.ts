import type { EvidenceHead, SignedHead } from "#lib/core/contract/evidence-head.ts";
import { byteaArray, int4Array, int8Array } from "#lib/platform/server/db/binary-array.ts";
import { type Client, inSnapshot, type Pooled } from "#lib/platform/server/db/database.ts";
import { findGaps, readRemovals } from "./causes.ts";
import { checkLeaf, type Finding, findAdded, readLeaves } from "./check-entries.ts";
import { IN_UTC } from "./entries.ts";
import { GrowingTree, type HashedNode } from "./merkle.ts";
import { isStored } from "./nodes.ts";
import { findHead } from "./proofs.ts";
import { isSigned } from "./signing-key.ts";

/** Entries read at a time. */
const PAGE = 4_096;

/** Maximum of findings of each kind. */
const MAX_FINDINGS = 1_000;

/** `removed`: deleted entries; `unrecorded`: those whose cause was not recorded, before 0.5. */
export type EvidenceReport = {
  head: SignedHead | null;
  entries: number;
  removed: number;
  unrecorded: number;
  findings: Finding[];
};

const ofLog = (name: string, because: string, what: Finding["what"] = "altered"): Finding => ({ what, name, because });

/** A head that left the machine; a head on paper may have its size and root alone. */
export type EarlierHead = SignedHead | Pick<EvidenceHead, "size" | "root">;

/**
 * Recomputes every sealed entry and the tree over them, and compares both with the newest head and with a head that left
 * earlier. Reads one snapshot, which blocks nobody.
 */
export const checkEvidence = ({ pool }: Pooled, earlier: EarlierHead | null = null): Promise<EvidenceReport> =>
  inSnapshot(pool, async (tx) => {
    await tx.query(IN_UTC);
    const head = await findHead(tx);
    const heads = [
      ...(head ? [{ name: "the newest head", ...head }] : []),
      ...(earlier ? [{ name: "the given head", ...earlier }] : []),
    ];
    const findings: Finding[] = [];
    for (const { name, ...one } of heads)
      if ("signature" in one && !isSigned(one)) findings.push(ofLog(name, "its signature is not valid"));
    if (earlier && "public_key" in earlier && head && earlier.public_key.trim() !== head.public_key.trim())
      findings.push(ofLog("the given head", "signed with another key than this installation's"));
    const removals = await readRemovals(tx);
    const tree = new GrowingTree();
    const absent = { removed: 0, unrecorded: 0 };
    for (;;) {
      const rows = await readLeaves(tx, tree.size, PAGE);
      const nodes: HashedNode[] = [];
      for (const row of rows) {
        if (row.position !== tree.size) break;
        const finding = checkLeaf(row, removals);
        if (finding && findings.length < MAX_FINDINGS) findings.push(finding);
        if (row.entry === null) absent.removed += 1;
        if (row.entry === null && removals.entries.get(row.position)?.isRecorded === false) absent.unrecorded += 1;
        nodes.push(...tree.append(row.hash).filter(isStored));
        for (const { name, size, root } of heads)
          if (size === tree.size && root !== tree.root.toString("hex"))
            findings.push(ofLog(name, `the first ${size} entries of the log have another root`));
      }
      findings.push(...(await differingNodes(tx, nodes)));
      const next = rows.find(({ position }) => position >= tree.size);
      if (next)
        findings.push(
          ofLog("evidence_leaves", `nothing between entries ${tree.size - 1} and ${next.position}`, "missing"),
        );
      if (next || rows.length < PAGE) break;
    }
    for (const { name, size } of heads)
      if (size > tree.size)
        findings.push(ofLog("evidence_leaves", `${tree.size} entries instead of the ${size} of ${name}`, "missing"));
    if (tree.size > (head?.size ?? 0))
      findings.push(ofLog("evidence_leaves", `entries from ${head?.size ?? 0} on are under no head`, "added"));
    findings.push(...(await findAdded(tx, MAX_FINDINGS)));
    for (const { verification_id, place, step } of await findGaps(tx, MAX_FINDINGS))
      findings.push(
        ofLog(`review of ${verification_id}`, `step ${step} is the ${place}. of its kept steps`, "missing"),
      );
    return { head, entries: tree.size, ...absent, findings };
  });

const DIFFERING = `
  SELECT computed.level, computed.position
  FROM unnest($1::int4[], $2::int8[], $3::bytea[]) AS computed (level, position, hash)
  LEFT JOIN evidence_nodes AS stored ON stored.level = computed.level AND stored.position = computed.position
  WHERE stored.hash IS DISTINCT FROM computed.hash ORDER BY computed.level, computed.position LIMIT ${MAX_FINDINGS}`;

/** The stored hashes of the tree that differ: they show where the log was altered if the leaves agree with their entries. */
async function differingNodes(tx: Client, nodes: readonly HashedNode[]): Promise<Finding[]> {
  const { rows } = await tx.query<{ level: number; position: number }>(DIFFERING, [
    int4Array(nodes.map(({ level }) => level)),
    int8Array(nodes.map(({ index }) => index)),
    byteaArray(nodes.map(({ hash }) => hash)),
  ]);
  return rows.map(({ level, position }) => {
    const width = 2 ** level;
    const [from, to] = [position * width, (position + 1) * width - 1];
    return ofLog(`evidence_nodes ${level} ${position}`, `does not agree with entries ${from} to ${to} of the log`);
  });
}
