import type { Message } from "#lib/outbound/contract/channels/message.ts";
import { shownText } from "#lib/platform/contract/text.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { linkTo } from "./link.ts";
import { messageOf } from "./messages.ts";
import { post, resultOf, secretsOf, type Transport } from "./transport.ts";

const MAX_LINE = 1_000;
const MAX_LINES = 20;

/** An invisible character: it separates characters that chat programs would read as a mention, a link or an emoji. */
const JOINER = "\u2060";

/** Slack reads these three as entities, and Mattermost shows entities as characters. */
const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Markup characters of Slack or Mattermost for which neither has an escape, with the letters that look like them. */
const LOOKALIKES: Record<string, string> = {
  "*": "∗",
  "`": "ˋ",
  "~": "∼",
  "|": "∣",
  "[": "［",
  "]": "］",
  "\\": "⧵",
  $: "＄",
  _: "＿",
};

/**
 * Plain text in a message of Slack or Mattermost: it mentions nobody, links nowhere and formats nothing. An underscore
 * inside a word formats nothing either, so that ids can be copied.
 */
export const chatText = (text: string): string =>
  shownText(text)
    .slice(0, MAX_LINE)
    .toWellFormed()
    .replaceAll(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|[*`~|[\]\\$]/g, (mark) => LOOKALIKES[mark] ?? mark)
    .replaceAll(/[@#!:.](?=\S)|^[-+](?=\s)|^\d+(?=[.)])/g, (mark) => mark + JOINER)
    .replaceAll(/[&<>]/g, (mark) => ENTITIES[mark] ?? mark);

/** The body of an incoming webhook of Slack or Mattermost: a title, its lines, and the only link. */
export function renderChat({ title, lines, path }: Message, origin: string): { text: string } {
  const link = path === null ? null : linkTo(path, origin);
  const texts = [title, ...lines.slice(0, MAX_LINES)].map(chatText);
  return { text: [...texts, ...(link === null ? [] : [`<${link}>`])].join("\n") };
}

/** A 4xx is permanent, since it refuses the address or the text; 408 and 429 ask for another attempt. */
const isPermanent = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;

export const chat: Transport = async (connection, channel, { kind, payload }) => {
  const [address = ""] = await secretsOf(connection, channel);
  const body = renderChat(messageOf(kind, payload, channel.locale), env().APP_ORIGIN);
  const posted = await post(address, Buffer.from(JSON.stringify(body)), {});
  return resultOf(posted, isPermanent(posted.status));
};
