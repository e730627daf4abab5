"use client";

import { useRouter } from "next/navigation";
import { useTimeZone } from "next-intl";
import { useEffect, useRef } from "react";
import { rememberTimeZone } from "#lib/browser/preferences.ts";

/** Tells the server the reader's time zone, and has the page rendered in it if it was in another. */
export function TimeZone() {
  const { refresh } = useRouter();
  const rendered = useRef(useTimeZone());
  useEffect(() => {
    if (rememberTimeZone() !== rendered.current) refresh();
  }, [refresh]);
  return null;
}
