import type { PageFaultInput } from "#lib/platform/contract/page-fault-input.ts";
import { api } from "./api.ts";

const POSITION = /([\w.~-]+\.js)(?:\?[^:\s]*)?(:\d+:\d+)/g;
const MAX_POSITIONS = 5;

/** Reports a failure of rendering to the server's log, which already has errors of the server (`digest`). */
export function reportPageFault(section: string, thrown: unknown): void {
  if (thrown instanceof Error && "digest" in thrown) return;
  const { name, stack = "" } = thrown instanceof Error ? thrown : { name: "other" };
  const positions = [...stack.matchAll(POSITION)].slice(0, MAX_POSITIONS).map(([, file, at]) => `${file}${at}`);
  const body: PageFaultInput = { section, error: name, positions };
  api("POST /api/page-faults", { body }).catch(() => undefined);
}
