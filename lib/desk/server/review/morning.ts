import {
  type AnsweredFile,
  filterOfMorning,
  type HandedFile,
  MAX_NAMED,
  MAX_OFFICERS,
  type Morning,
  type MorningCount,
  type MorningFile,
  type ReturnedFile,
} from "#lib/core/contract/verifications/morning.ts";
import type { VerificationSummary } from "#lib/core/contract/verifications/verification.ts";
import { LAST_VISIT, type VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { readLastVisit } from "#lib/core/server/verifications/visits.ts";
import { answersOf } from "#lib/desk/contract/review/answers.ts";
import type { Wait } from "#lib/desk/contract/review/facts.ts";
import { filterOfLane, type Lane } from "#lib/desk/contract/review/lanes.ts";
import type { ReviewLogEntry } from "#lib/desk/contract/review/log.ts";
import { yesterday } from "#lib/desk/contract/review/since-times.ts";
import { reviewConditionsOf } from "#lib/desk/server/list/filter-query.ts";
import { countVerifications, EXACT_TOTAL, listVerifications } from "#lib/desk/server/list/list.ts";
import { CURRENT_MEANING, NOT_UNDONE, QUEUE_EFFECTS } from "#lib/desk/server/review-log/meaning.ts";
import { MAX_REASON_LENGTH } from "#lib/desk/server/review-log/reviews.ts";
import { type Instant, instantFromMs } from "#lib/platform/contract/time.ts";
import { type Database, database, type Pooled } from "#lib/platform/server/db/database.ts";
import { countedTo, parameters, where } from "#lib/platform/server/db/list-query.ts";
import { prepareFacts, readFacts } from "./facts.ts";
import { countLanes, hasDates } from "./lanes.ts";
import { readPolicy } from "./policy.ts";
import { readWorkloads } from "./read.ts";

type Pool = Database["pool"];

/** `GET /api/morning`: counts and first files, equal to those of the list with the same filters. */
export async function readMorning(
  userId: string,
  asked: string | null,
  { pool }: Pooled = database(),
): Promise<Morning> {
  await prepareFacts({ pool });
  const since = await sinceOf(pool, userId, asked);
  const filterOf = (count: MorningCount) => ({ filter: filterOfMorning(count, since), userId });
  const count = async (of: MorningCount) =>
    countedTo(EXACT_TOTAL, await countVerifications(filterOf(of), EXACT_TOTAL + 1, { pool }));
  const list = (of: MorningCount) => listVerifications({ ...filterOf(of), limit: MAX_NAMED }, { pool });
  const inLane = async (lane: Lane) =>
    (await listVerifications({ filter: filterOfLane(lane), userId, limit: MAX_NAMED }, { pool })).items;
  const [due_today, changed, oldest_due, due_next, lanes, dated, own, unassigned, team, returned, answered, handed] =
    await Promise.all([
      count("due_today"),
      count("changed"),
      earliestDue(pool, { filter: filterOfLane("unassigned"), userId }),
      earliestDue(pool, filterOf("due_today"), ["due_at > now()"]),
      countLanes(["mine", "unassigned", "approval", "dates"], userId, { pool }),
      hasDates({ pool }),
      inLane("mine"),
      inLane("unassigned"),
      readWorkloads(pool),
      list("returned"),
      list("answered"),
      list("handed"),
    ]);
  const [returnedFiles, answeredFiles, handedFiles] = await Promise.all([
    withTurns(pool, returned.items, "returned", returnedFile),
    withTurns(pool, answered.items, "answered", (file) => answeredFile(pool, file)),
    withTurns(pool, handed.items, "handed", (file, { user_name }): HandedFile => ({ ...file, by: user_name ?? "" })),
  ]);
  return {
    since,
    counts: {
      due_today,
      returned: returned.total,
      answered: answered.total,
      handed: handed.total,
      changed,
    },
    mine: lanes.mine,
    unassigned: { ...lanes.unassigned, oldest_due },
    due_next,
    to_approve: lanes.approval.count,
    due_dates: dated ? lanes.dates : null,
    next: own.length > 0 ? { lane: "mine", files: own } : { lane: "unassigned", files: unassigned },
    returned: returnedFiles,
    answered: answeredFiles,
    handed: handedFiles,
    team: team.toSorted((a, b) => b.open - a.open).slice(0, MAX_OFFICERS),
  };
}

/** The requested time; by default the end of the last visit, and on a first visit yesterday. */
async function sinceOf(pool: Pool, userId: string, asked: string | null): Promise<Instant> {
  if (asked !== null && asked !== LAST_VISIT) return instantFromMs(Date.parse(asked));
  const last = await readLastVisit(pool, userId);
  if (last !== null) return last;
  const { working } = await readPolicy(pool);
  return instantFromMs(Date.parse(yesterday(Date.now(), working.time_zone)));
}

/** The earliest due time of the reviews of a list; null without one, and of more files than are counted. */
async function earliestDue(
  pool: Pool,
  query: { filter: VerificationFilter; userId: string },
  further: readonly string[] = [],
): Promise<Instant | null> {
  const asked = parameters();
  const conditions = [...reviewConditionsOf(query, asked), ...further];
  const { rows } = await pool.query<{ at: Instant | null }>(
    `SELECT CASE WHEN count(*) <= ${EXACT_TOTAL} THEN min(due_at) END AS at FROM (
      SELECT due_at FROM reviews ${where(conditions)} ORDER BY due_rank LIMIT ${EXACT_TOTAL + 1}
    ) AS counted`,
    asked.values,
  );
  return rows[0]?.at ?? null;
}

/** The log entry by which a file came into a list of the morning page. */
type TurnEntry = Pick<ReviewLogEntry, "at" | "kind" | "reason" | "reasons" | "differences"> & {
  verification_id: string;
  user_name: string | null;
};

const turns = (turn: keyof typeof QUEUE_EFFECTS): string => `
  SELECT newest.* FROM unnest($1::text[]) AS wanted(id) CROSS JOIN LATERAL (
    SELECT verification_id, at, ${CURRENT_MEANING.kind} AS kind, user_name, left(${CURRENT_MEANING.reason}, ${MAX_REASON_LENGTH}) AS reason, reasons,
      differences
    FROM review_log AS log WHERE log.verification_id = wanted.id AND ${QUEUE_EFFECTS[turn]} AND ${NOT_UNDONE}
    ORDER BY id DESC LIMIT 1
  ) AS newest`;

/** The files with data of their newest log entry of a kind. */
async function withTurns<File extends MorningFile>(
  pool: Pool,
  summaries: readonly VerificationSummary[],
  turn: keyof typeof QUEUE_EFFECTS,
  fileOf: (file: MorningFile, turn: TurnEntry) => File | Promise<File>,
): Promise<File[]> {
  if (summaries.length === 0) return [];
  const ids = summaries.map(({ verification_id }) => verification_id);
  const { rows } = await pool.query<TurnEntry>(turns(turn), [ids]);
  const byId = new Map(rows.map((row) => [row.verification_id, row]));
  const files = summaries.flatMap(({ verification_id, title, tag, review }) => {
    const entry = byId.get(verification_id);
    if (!entry) return [];
    const { state = null, assignee = null } = review ?? {};
    return [fileOf({ verification_id, title, tag, state, assignee, at: entry.at }, entry)];
  });
  return Promise.all(files);
}

function returnedFile(file: MorningFile, { kind, user_name, reason, reasons, differences }: TurnEntry): ReturnedFile {
  const brought = differences.filter(({ brings_back }) => brings_back);
  return {
    ...file,
    reasons,
    difference: brought[0] ?? null,
    more: Math.max(0, brought.length - 1),
    returned_by: kind === "returned_by_approver" ? { name: user_name ?? "", reason } : null,
  };
}

const WAIT = "SELECT standing -> 'wait' AS wait FROM reviews WHERE verification_id = $1";

/** Reads the facts without a transaction: a fact that arrives in the meantime changes a count, and a live message follows. */
async function answeredFile(pool: Pool, file: MorningFile): Promise<AnsweredFile> {
  const { rows } = await pool.query<{ wait: Wait | null }>(WAIT, [file.verification_id]);
  const wait = rows[0]?.wait ?? null;
  if (wait === null || wait.request.length === 0) return { ...file, points: null };
  const facts = await readFacts(pool, file.verification_id);
  if (facts === null) return { ...file, points: null };
  const answers = answersOf(wait, facts);
  const arrived = answers.filter(({ answer }) => answer !== "nothing").length;
  return { ...file, points: { arrived, asked: answers.length } };
}
