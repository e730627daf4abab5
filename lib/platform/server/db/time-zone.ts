import { type Client, findRow } from "./database.ts";

/** SQL: the time zone of the review policy in force, in which days begin and end. */
export const TIME_ZONE_OF_POLICY = `COALESCE((
  SELECT policy #>> '{working,time_zone}' FROM review_policies ORDER BY version DESC LIMIT 1), 'America/Mexico_City')`;

export async function readTimeZone(client: Client): Promise<string> {
  const row = await findRow<{ time_zone: string }>(client, `SELECT ${TIME_ZONE_OF_POLICY} AS time_zone`);
  return row?.time_zone ?? "America/Mexico_City";
}
