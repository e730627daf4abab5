import { randomUUID } from "node:crypto";
import type { RequestPoint } from "#lib/core/contract/verifications/review.ts";
import { addNote } from "#lib/desk/server/notes/notes.ts";
import { answerApproval, type Change, changeReview, type Reviewer } from "#lib/desk/server/review/command.ts";
import { readReviews } from "#lib/desk/server/review-log/reviews.ts";
import { addLetter } from "#lib/outbound/server/letters/letters.ts";
import { CotejoError } from "#lib/platform/server/base/errors.ts";
import type { Pooled } from "#lib/platform/server/db/database.ts";
import type { Moment } from "./clock.ts";
import { LETTER, NOTES, REASONS, RETURNED } from "./words.ts";

type Work = {
  verification_id: string;
  state: "open" | "approval";
  assignee: string | null;
  submitted_by: string | null;
  hasHighFinding: boolean;
  /** Whether a final run or a finish of the file is known. */
  isReady: boolean;
  /** Whether the day on which the customer was to have answered has come. */
  isFollowedUp: boolean;
  /** Its documents with a problem, as points of a request. */
  points: RequestPoint[];
};

const WORK = `
  SELECT verification_id, state, assignee, standing ->> 'submitted_by' AS submitted_by, gravest = 0 AS "hasHighFinding",
    reasons && '{decision,changed,answered}' AS "isReady", reasons @> '{follow_up}' AS "isFollowedUp",
    COALESCE((
      SELECT jsonb_agg(jsonb_build_object('about', 'item', 'item_id', item -> 'item_id', 'item_type', item -> 'item_type',
        'item_error', item -> 'item_error'))
      FROM jsonb_path_query(bases, '$[0].basis.items[*] ? (@.problem != null)') AS item
    ), '[]') AS points
  FROM reviews WHERE state IN ('open', 'approval') ORDER BY due_at, verification_id`;

/** The number of last moments in which files are taken every second day only: others wait for somebody. */
const BUSY = 45;
/** The number of last moments in which one proposal of a colleague is kept for the reader. */
const KEPT = 40;
/** The number of last moments in which the first officer decides nothing, and the others leave things to be seen. */
const LAST = 6;
/** The moment of the last assignments. */
const LAST_TAKEN = 4;
/** The number of files that the reader takes in addition to the oldest file. */
const FOR_THE_READER = 3;
/** The number of files that stay unassigned. */
const LEFT_FREE = 2;

export type Officer = Reviewer & { email: string };

/**
 * The team of the story, which works by the commands that pages call. The first officer is the account that a reader signs
 * in with: at the end files, a proposal and an answer wait for it.
 */
export function createTeam(
  database: Pooled,
  officers: readonly [Officer, Officer, Officer],
  onRefused: (error: unknown) => void,
) {
  const [reader, mariana, luis] = officers;
  const counts = { taken: 0, decided: 0, exceptions: 0, approvals: 0, notes: 0 };

  const versionOf = async (id: string) => (await readReviews(database.pool, [id])).get(id)?.version ?? "";

  async function change(id: string, by: Reviewer, given: Change): Promise<void> {
    await changeReview(id, { ...given, version: await versionOf(id) }, by, database);
  }

  /**
   * Accepts a file that is ready; where it has an exception, in turn with a reason, or rejects it, or asks the customer. A
   * customer who has not answered is rejected, closed, or accepted in spite of what is missing.
   */
  async function decide(work: Work, by: Officer, { at, left }: Moment): Promise<void> {
    const { verification_id: id, hasHighFinding, isReady, isFollowedUp } = work;
    const isLast = left <= LAST;
    if (counts.decided++ % 4 === 0) await comment(id, by === luis ? mariana : luis);
    if (isReady && (await isAccepted(id, by))) return;
    if (isLast ? !hasHighFinding : !isReady && !isFollowedUp) return ask(work, by, at);
    const turn = isLast ? 0 : counts.exceptions++ % 4;
    const reason = REASONS[counts.exceptions % REASONS.length] ?? "";
    if (turn === 1) {
      const reason_code = isFollowedUp ? "no_answer" : "documents_not_valid";
      return change(id, by, { state: "resolved", resolution: "rejected", reason_code, reason });
    }
    if (turn !== 3) return change(id, by, { state: "resolved", resolution: "accepted", reason });
    if (isReady) return ask(work, by, at);
    return change(id, by, { state: "resolved", resolution: "closed", reason_code: "customer_withdrew" });
  }

  /** Accepts the file without a reason; false if the file has an exception. */
  async function isAccepted(id: string, by: Reviewer): Promise<boolean> {
    try {
      await change(id, by, { state: "resolved", resolution: "accepted" });
      return true;
    } catch (error) {
      if (error instanceof CotejoError && error.message.includes("reason")) return false;
      throw error;
    }
  }

  /** Asks the customer for documents, by a letter. */
  async function ask({ verification_id, points }: Work, by: Officer, at: number): Promise<void> {
    await change(verification_id, by, {
      state: "waiting",
      follow_up_on: new Date(at + 5 * 86_400_000).toISOString().slice(0, 10),
      request: points.length > 0 ? points : [{ about: "documents" }],
    });
    await addLetter({ letter_id: randomUUID(), verification_id, ...LETTER }, by, database);
  }

  /** Returns every third proposal. At the end the reader's proposals are returned, and the colleagues' wait for the reader. */
  async function approve({ verification_id: id, submitted_by }: Work, { left }: Moment): Promise<void> {
    const isLast = left <= LAST;
    const by = submitted_by === mariana.id ? luis : mariana;
    if (isLast && submitted_by !== reader.id) return;
    const approve = !isLast && counts.approvals++ % 3 !== 1;
    await answerApproval(
      id,
      { version: await versionOf(id), approve, reason: approve ? null : RETURNED },
      by,
      database,
    );
  }

  async function comment(verification_id: string, by: Reviewer): Promise<void> {
    const text = (NOTES[counts.notes++ % NOTES.length] ?? "").replace("{reader}", `@${reader.name}`);
    await addNote({ verification_id, kind: "general", text }, by, database);
  }

  /** The officers who take files now, each with the taken file. */
  function taken(open: readonly Work[], { left, isFirst }: Moment): [Reviewer, Work][] {
    const free = open.filter(({ assignee }) => assignee === null);
    if (left === LAST_TAKEN) {
      const high = [...free, ...open].filter(({ hasHighFinding }) => hasHighFinding).slice(0, 1);
      const failed = free.filter(({ points, hasHighFinding }) => !hasHighFinding && points.length > 0).slice(0, 2);
      const others = free.filter((work) => !high.includes(work) && !failed.includes(work));
      const to = (by: Reviewer, works: Work[]) => works.map((work): [Reviewer, Work] => [by, work]);
      const readers = [...others.slice(0, 1), ...others.slice(1 + LEFT_FREE).slice(-FOR_THE_READER)];
      return [...to(luis, high), ...to(mariana, failed), ...to(reader, readers)];
    }
    const count = left > BUSY ? 2 : left > LAST && isFirst && left % 10 < 5 ? 1 : 0;
    return free.slice(0, count).map((work) => [officers[counts.taken++ % officers.length] ?? reader, work]);
  }

  return async (moment: Moment): Promise<void> => {
    const { rows } = await database.pool.query<Work>(WORK);
    const open = rows.filter(({ state }) => state === "open");
    const proposals = rows.filter(({ state }) => state === "approval");
    const kept = moment.left > KEPT ? undefined : proposals.find(({ submitted_by }) => submitted_by !== reader.id);
    const steps = [
      ...proposals.filter((work) => work !== kept).map((work) => () => approve(work, moment)),
      ...open.flatMap((work) => {
        const holder = officers.find(({ id }) => id === work.assignee);
        return holder && (moment.left > LAST || holder !== reader) ? [() => decide(work, holder, moment)] : [];
      }),
      ...taken(open, moment).map(
        ([by, { verification_id }]) =>
          () =>
            change(verification_id, by, { assignee: by.id }),
      ),
    ];
    for (const step of steps) await step().catch(onRefused);
  };
}
