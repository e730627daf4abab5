import type { Client } from "./database.ts";

/** SQL: the time zone of the review policy in force, in which days begin and end. */
export const TIME_ZONE_OF_POLICY = `COALESCE((
  SELECT policy #>> '{working,time_zone}' FROM review_policies ORDER BY version DESC LIMIT 1), 'America/Mexico_City')`;

export async function readTimeZone(client: Pick<Client, "query">): Promise<string> {
  const { rows } = await client.query<{ time_zone: string }>(`SELECT ${TIME_ZONE_OF_POLICY} AS time_zone`);
  return rows[0]?.time_zone ?? "America/Mexico_City";
}
