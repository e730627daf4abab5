import { getRequestConfig } from "next-intl/server";
import { preferredLocale, preferredTimeZone } from "./preferences.ts";

export default getRequestConfig(async () => {
  const locale = await preferredLocale();
  const { default: messages } = await import(`../../../messages/${locale}.json`);
  return { locale, messages, timeZone: await preferredTimeZone(), now: new Date() };
});
