/**
 * A verification's lag is how long after its creation its latest activity was. It ties the two times to each other: what
 * was created before a day, and is at most so much older than its activity, was active before a day too. So a page that
 * is narrowed by one of them and ordered by the other begins near its first row in each class, instead of passing all
 * that came since. What a class means is stored: a change asks for a migration that computes `verification_list` again.
 */

/** In days of 24 hours, the first inclusive, the last exclusive; null is no bound. */
export type LagClass = { code: number; least: number | null; most: number | null };

const DAYS = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Class 0 is for an activity before the creation, which clocks make possible. */
const KNOWN: readonly LagClass[] = [...DAYS, null].map((most, code) => ({ code, least: DAYS[code - 1] ?? null, most }));

/** Of what is in no range of its creation, and of what is in none of its activity. */
const NO_CREATION = KNOWN.length;
const NO_ACTIVITY = KNOWN.length + 1;

/** The classes that can hold what was created in a range, or was active in one. */
export const lagClasses = ({ created, quiet }: { created: boolean; quiet: boolean }): LagClass[] => [
  ...KNOWN,
  ...(created ? [] : [{ code: NO_CREATION, least: null, most: null }]),
  ...(quiet ? [] : [{ code: NO_ACTIVITY, least: null, most: null }]),
];

/** A row of `verification_summaries` to its class's code, as SQL. */
export const LAG_CLASS = `CASE WHEN created_at IS NULL THEN ${NO_CREATION} WHEN last_activity_at IS NULL THEN ${NO_ACTIVITY}
    ELSE width_bucket(extract(epoch FROM last_activity_at - created_at) / 86400, ARRAY[${DAYS.join(", ")}]::numeric[]) END`;
