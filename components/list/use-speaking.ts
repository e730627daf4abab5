"use client";

import { useEffect, useState } from "react";

/** Long enough for an answer to arrive and to be read out. */
const SPEAKING_MS = 5_000;

/**
 * The `aria-live` of a region that is spoken when its subject changes and silent otherwise: a number that follows the
 * news would never let a listener go.
 */
export function useSpeaking(subject: unknown): "polite" | "off" {
  const [known, setKnown] = useState({ subject, speaking: false });
  // While rendering, since it has to be polite before what is to be read out changes.
  if (subject !== known.subject) setKnown({ subject, speaking: true });
  // Another subject is another object: it begins the time anew.
  useEffect(() => {
    if (!known.speaking) return;
    const timer = setTimeout(() => setKnown({ ...known, speaking: false }), SPEAKING_MS);
    return () => clearTimeout(timer);
  }, [known]);
  return known.speaking ? "polite" : "off";
}
