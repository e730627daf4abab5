import { createTranslator } from "next-intl";
import { isChannelEvent } from "#lib/outbound/contract/channels/channel-events.ts";
import type { Locale } from "#lib/platform/contract/preferences.ts";
import { MESSAGES } from "#lib/platform/server/i18n/worker-messages.ts";

const translator = (locale: Locale) =>
  createTranslator({ locale, messages: MESSAGES[locale], namespace: "notifications" });

const TRANSLATORS = { en: translator("en"), "es-MX": translator("es-MX") } satisfies Record<Locale, unknown>;

/** The words of notices, and of messages to channels and people. */
export const notificationWords = (locale: Locale) => TRANSLATORS[locale];

/** The name of a kind of message; a kind of another version unchanged. */
export const messageName = (kind: string, locale: Locale): string =>
  isChannelEvent(kind) ? notificationWords(locale)(`name.${kind}`) : kind;

/**
 * The arguments of a message with values that may be missing: for each, `has_<name>` is `true` or `false`. A `select` by the
 * value itself could take the name of a person for one of its choices.
 */
export const argumentsOf = (values: object): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const given = typeof value === "number" ? value : String(value ?? "");
      return [
        [name, given],
        [`has_${name}`, String(given !== "")],
      ];
    }),
  );
