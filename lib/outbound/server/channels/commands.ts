import { randomBytes } from "node:crypto";
import { forgetReveals } from "#lib/core/server/vault/reveals.ts";
import { deleteSecret, sealSecret } from "#lib/core/server/vault/vault.ts";
import { type Channel, type CreatedChannel, MAX_CHANNELS } from "#lib/outbound/contract/channels/channel.ts";
import type { ChannelChange, NewChannel } from "#lib/outbound/contract/channels/channel-input.ts";
import { type ChannelKind, eventsOf, traitsOf } from "#lib/outbound/contract/channels/channel-kinds.ts";
import { conflict, invalid } from "#lib/platform/server/base/errors.ts";
import { type Client, database, inTransaction, type Pooled } from "#lib/platform/server/db/database.ts";
import { lockChannel, readChannel } from "./read.ts";
import { newSecret } from "./signing-secret.ts";

const INSERT = `
  INSERT INTO channels (id, kind, name, url, recipients, events, locale, secret_id, created_by)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

type Author = { user_id: string; session_hash: string };

/** Creates a channel; a webhook's signing secret is held for the session. Throws CONFLICT at MAX_CHANNELS. */
export function createChannel(
  { kind, name, url, to = [], events, locale = "en" }: NewChannel,
  { user_id, session_hash }: Author,
  { pool }: Pooled = database(),
): Promise<CreatedChannel> {
  return inTransaction(pool, async (tx) => {
    await tx.query("LOCK TABLE channels IN SHARE ROW EXCLUSIVE MODE");
    const { rows } = await tx.query<{ count: number }>("SELECT count(*)::int AS count FROM channels");
    if ((rows[0]?.count ?? 0) >= MAX_CHANNELS) throw conflict(`There are ${MAX_CHANNELS} channels, which is the most.`);
    const id = `ch_${randomBytes(12).toString("hex")}`;
    const { isSecret, signs } = traitsOf(kind);
    const made = signs ? await newSecret(tx, { id, name, session_hash }) : null;
    const secretId = isSecret ? await sealAddress(tx, id, url ?? "") : (made?.secret_id ?? null);
    const values = [id, kind, name, shownUrl(kind, url), to, events, locale, secretId, user_id];
    await tx.query(INSERT, values);
    return { ...(await readChannel(tx, id)), ...made?.shown };
  });
}

/** The stored and shown part of an address: of a secret one its origin. */
const shownUrl = (kind: ChannelKind, url: string | undefined): string | null =>
  url === undefined ? null : traitsOf(kind).isSecret ? new URL(url).origin : url;

const sealAddress = (tx: Client, owner: string, value: string): Promise<string> =>
  sealSecret(tx, { kind: "channel_address", owner, value });

const UPDATE = `
  UPDATE channels SET name = $2, url = $3, recipients = $4, events = $5, locale = $6, paused = $7, secret_id = $8
  WHERE id = $1`;

/** Changes the given fields; returns the channel before and after. Throws NOT_FOUND, VALIDATION_ERROR. */
export function changeChannel(
  channel_id: string,
  change: ChannelChange,
  { pool }: Pooled = database(),
): Promise<{ before: Channel; after: Channel }> {
  return inTransaction(pool, async (tx) => {
    let { secret_id } = await lockChannel(tx, channel_id);
    const before = await readChannel(tx, channel_id);
    refuseUnfit(before.kind, change);
    const { name = before.name, to = before.to, events = before.events } = change;
    const { locale = before.locale, paused = before.paused } = change;
    const url = change.url === undefined ? before.url : shownUrl(before.kind, change.url);
    const replaced = traitsOf(before.kind).isSecret && change.url !== undefined ? secret_id : null;
    if (replaced !== null) secret_id = await sealAddress(tx, channel_id, change.url ?? "");
    await tx.query(UPDATE, [channel_id, name, url, to, events, locale, paused, secret_id]);
    if (replaced !== null) await deleteSecret(tx, replaced);
    return { before, after: await readChannel(tx, channel_id) };
  });
}

function refuseUnfit(kind: ChannelKind, { url, to, events = [] }: ChannelChange): void {
  const mismatched = traitsOf(kind).address === "recipients" ? url : to;
  if (mismatched !== undefined) throw invalid(`A ${kind} channel has no such address.`);
  if (!events.every((event) => eventsOf(kind).includes(event))) throw invalid("Invalid events.");
}

/** Deletes a channel with its messages and secrets; returns it. Throws NOT_FOUND. */
export function deleteChannel(channel_id: string, { pool }: Pooled = database()): Promise<Channel> {
  return inTransaction(pool, async (tx) => {
    const { secret_id, previous_secret_id } = await lockChannel(tx, channel_id);
    const before = await readChannel(tx, channel_id);
    await tx.query("DELETE FROM channels WHERE id = $1", [channel_id]);
    for (const id of [secret_id, previous_secret_id]) if (id !== null) await deleteSecret(tx, id);
    await forgetReveals(tx, "channel_secret", channel_id);
    return before;
  });
}
