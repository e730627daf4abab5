import { type Instant, instantFromMs, instantToMs } from "#lib/contract/time.ts";
import { type Incompleteness, type OutageCause, PARTS, type Part } from "#lib/contract/verifications/incomplete.ts";
import type { FindingsRun, TimelineEntry, VerificationItem } from "#lib/contract/verifications/verification.ts";
import type { NewestReading } from "./newest-reading.ts";

/** A time of lost deliveries; `to` is null while it continues. */
export type Loss = { from: Instant; to: Instant | null; cause: OutageCause };

/** No reading tells these parts; the items include when the extraction of all of them completed. */
const NEVER_READ: readonly Part[] = ["documents_status_timeline", "items", "labels"];

/** A verification that nothing is known of for longer is taken to have rested (design §5). */
const ACTIVE_MS = 30 * 24 * 3_600_000;

export type Activity = { created_at: Instant | null; last_activity_at: Instant | null; status: string | null };

/**
 * Whether a verification existed in a time and was active at its beginning. A finished one is inactive until its next
 * fact: a read after the outage shows a reopening.
 */
function concerns({ from, to }: Loss, { created_at, last_activity_at, status }: Activity): boolean {
  const existed = created_at === null || to === null || created_at < to;
  const restsFrom = status === "finished" ? from : instantFromMs(instantToMs(from) - ACTIVE_MS);
  return existed && (last_activity_at === null || last_activity_at > restsFrom);
}

/**
 * Whether a read shows that the file did not change in a time: it began later, and the service's findings are from
 * before. Findings are computed again when an item has completed, and when a verification with a changed file finishes
 * (interface, States: Findings runs).
 */
const showsNoChange = ({ from, to }: Loss, reading: NewestReading | null): reading is NewestReading =>
  reading !== null &&
  to !== null &&
  reading.read_at > to &&
  !reading.undated_findings &&
  (reading.findings_computed_at ?? "") <= from;

/**
 * Whether no change of a part is lost that reads do not show. A documents_status that differs from the reported one is
 * a contradiction; an item may be in progress until the verification has finished.
 */
function isUnchanged(part: Part, loss: Loss, reading: NewestReading | null): boolean {
  if (!showsNoChange(loss, reading)) return false;
  if (part === "documents_status_timeline") return reading.documents_reported;
  return part === "items" && reading.status === "finished";
}

/** The parts of a row of the list that events may be missing of; `contradictions` is of its summary. */
export function incompleteParts(
  contradictions: readonly string[],
  losses: readonly Loss[],
  file: Activity,
  reading: NewestReading | null,
): Part[] {
  const own = losses.filter((loss) => concerns(loss, file));
  const isLost = (part: Part) => NEVER_READ.includes(part) && own.some((loss) => !isUnchanged(part, loss, reading));
  // A read proves the status. Versions before 0.3.0 stored a contradiction of it for a finish without an event.
  const contradicts = (part: Part) => part !== "status" && contradictions.includes(part);
  return PARTS.filter((part) => contradicts(part) || isLost(part));
}

export type Known = Activity & {
  status_at: Instant | null;
  documents_status: string | null;
  documents_status_at: Instant | null;
  timeline: readonly TimelineEntry[];
  /** The current one first. */
  runs: readonly FindingsRun[];
  items: readonly VerificationItem[];
  /** The event of its creation. */
  created: boolean;
  first_event_at: Instant | null;
  reading: NewestReading | null;
  /** When the newest reading of its people began. */
  people_read_at: Instant | null;
  /** From which document each was looked up, when, and with which `people_error`, only events say. */
  has_people: boolean;
  /** A person has a lookup result that no event reported. */
  has_unreported_lookups: boolean;
};

/**
 * Possible gaps, in the order of `PARTS`, the latest first. A part that reads show is proven by a read begun after the
 * loss, and so is a part that only a change of the file could affect; the rest stays in doubt.
 */
export function findIncompleteness(known: Known, losses: readonly Loss[]): Incompleteness[] {
  const lost = losses
    .filter((loss) => concerns(loss, known))
    .flatMap((loss) =>
      PARTS.filter((part) => !isProven(part, loss, known)).map((part) => ({
        part,
        from: loss.from,
        to: loss.to,
        reason: loss.cause,
      })),
    );
  const found: Incompleteness[] = [
    ...contradictionsOf(known).map((contradiction) => ({ ...contradiction, reason: "contradiction" as const })),
    ...lost,
  ];
  const rank = ({ part, to }: Incompleteness): [number, string] => [PARTS.indexOf(part), to ?? "z"];
  return found.toSorted((a, b) => {
    const [[place, end], [otherPlace, otherEnd]] = [rank(a), rank(b)];
    return place - otherPlace || (end < otherEnd ? 1 : end > otherEnd ? -1 : 0);
  });
}

function isProven(part: Part, loss: Loss, known: Known): boolean {
  if (loss.to === null) return false;
  const { reading, people_read_at, has_people, has_unreported_lookups } = known;
  const wasRead = reading !== null && reading.read_at > loss.to;
  if (part === "findings" || part === "status") return wasRead;
  if (part !== "people") return isUnchanged(part, loss, reading);
  // A lookup follows a document, or the addition of a person (interface, Events; States: Reopening).
  const isKnown = !has_people || (showsNoChange(loss, reading) && !has_unreported_lookups);
  return isKnown && people_read_at !== null && people_read_at > loss.to;
}

type Contradiction = Omit<Incompleteness, "reason">;

/** Facts that contradict each other: an event is missing between the two times, or still on its way. */
function contradictionsOf(known: Known): Contradiction[] {
  return [...gaps(known), ...unreportedRun(known.runs), ...unfinishedItems(known), ...unknownBeginning(known)];
}

/** An event is missing between two changes; or at the end, if the current value was read and no event stated it. */
function gaps({ timeline, documents_status, documents_status_at }: Known): Contradiction[] {
  const part = "documents_status_timeline";
  const found: Contradiction[] = timeline.flatMap(({ at, gap }, index) =>
    gap ? [{ part, from: timeline[index - 1]?.at ?? null, to: at }] : [],
  );
  const last = timeline.at(-1);
  if (last && last.to !== documents_status) found.push({ part, from: last.at, to: documents_status_at });
  return found;
}

/** A reading shows a run that no event reported: its source and its id are not known. */
function unreportedRun([current, ...earlier]: readonly FindingsRun[]): Contradiction[] {
  if (current?.found_by !== "api" || current.computed_at === null) return [];
  const before = earlier.find(({ found_by }) => found_by === "event");
  return [{ part: "findings", from: before?.computed_at ?? null, to: current.computed_at }];
}

/** Finished, with an item without a known completion. */
function unfinishedItems({ status, status_at, items }: Known): Contradiction[] {
  if (status !== "finished") return [];
  const since = items.flatMap(({ completed_at, history }) => (completed_at === null ? (history.at(-1)?.at ?? []) : []));
  const from = since.toSorted()[0];
  return from === undefined ? [] : [{ part: "items", from, to: status_at }];
}

/** No event or read stated the creation, as for verifications older than our webhook. */
function unknownBeginning({ created, created_at, first_event_at }: Known): Contradiction[] {
  return created ? [] : NEVER_READ.map((part) => ({ part, from: created_at, to: first_event_at }));
}
