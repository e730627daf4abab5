import { z } from "zod";
import { mailAddress } from "#lib/platform/contract/mail/address.ts";
import { LOCALES } from "#lib/platform/contract/preferences.ts";
import { isStorable, shownText } from "#lib/platform/contract/text.ts";
import { MAX_CHANNEL_NAME, MAX_CHANNEL_URL, MAX_RECIPIENTS } from "./channel.ts";
import { CHANNEL_EVENTS } from "./channel-events.ts";
import { CHANNEL_KINDS, eventsOf, traitsOf } from "./channel-kinds.ts";

const name = z
  .string()
  .max(1_000)
  .refine(isStorable)
  .transform(shownText)
  .pipe(z.string().min(1).max(MAX_CHANNEL_NAME));

/** The sender checks whether the host is in a private network. Credentials are refused, since the address is shown. */
const url = z
  .string()
  .trim()
  .max(MAX_CHANNEL_URL)
  .refine((text) => URL.canParse(text) && isPlain(new URL(text)), "not an http address without credentials");

const isPlain = ({ protocol, username, password, hash }: URL): boolean =>
  (protocol === "https:" || protocol === "http:") && !username && !password && !hash;

const to = z
  .array(z.string().trim().pipe(mailAddress))
  .min(1)
  .max(MAX_RECIPIENTS)
  .transform((addresses) => [...new Set(addresses)]);

const events = z
  .array(z.enum(CHANNEL_EVENTS))
  .min(1)
  .max(CHANNEL_EVENTS.length)
  .transform((kinds) => CHANNEL_EVENTS.filter((kind) => kinds.includes(kind)));

const locale = z.enum(LOCALES);

/** The body of `POST /api/channels`: `to` or `url`, as the kind has it. */
export const newChannel = z
  .strictObject({
    kind: z.enum(CHANNEL_KINDS),
    name,
    url: url.optional(),
    to: to.optional(),
    events,
    locale: locale.optional(),
  })
  .refine(({ kind, to }) => (traitsOf(kind).address === "recipients") === (to !== undefined), { path: ["to"] })
  .refine(({ kind, url }) => (traitsOf(kind).address === "url") === (url !== undefined), { path: ["url"] })
  .refine(({ kind, events }) => events.every((event) => eventsOf(kind).includes(event)), { path: ["events"] });
export type NewChannel = z.output<typeof newChannel>;

/** The body of `PATCH /api/channels/{id}`: the fields that change. The server checks which of them the channel's kind has. */
export const channelChange = z.strictObject({
  name: name.optional(),
  url: url.optional(),
  to: to.optional(),
  events: events.optional(),
  locale: locale.optional(),
  paused: z.boolean().optional(),
});
export type ChannelChange = z.output<typeof channelChange>;
