import { getRequestConfig } from "next-intl/server";
import { MESSAGES } from "./messages.ts";
import { preferredLocale, preferredTimeZone } from "./preferences.ts";

/** The messages, time zone and time of one request; the browser gets the same values, so that both render alike. */
export default getRequestConfig(async () => {
  const locale = await preferredLocale();
  return { locale, messages: MESSAGES[locale], timeZone: await preferredTimeZone(), now: new Date() };
});
