import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Lead } from "#components/review/review-step.ts";
import { DESK, type Lane } from "#lib/contract/review/lanes.ts";
import { toast } from "@/components/ui/toast-store";
import type { Queue } from "./use-queue.ts";

type Desk = {
  queue: Queue;
  lane: Lane;
  open: (verification_id: string) => void;
  /** Closes the open file: none comes after it. */
  close: () => void;
};

/**
 * Runs the desk after a step that ends the work on a file: the next file opens while the step is saved; a failure is
 * shown, and brings the file back unchanged.
 */
export function useLead({ queue, lane, open, close }: Desk) {
  const t = useTranslations("review-queue.unsaved");
  const router = useRouter();
  /** Files that one went on from while their step is saved; those whose step failed, with their toast, until one is back. */
  const [saving, setSaving] = useState<ReadonlyMap<string, string | null>>(new Map());
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const settle = (id: string) => {
    const said = saving.get(id);
    if (said) toast.dismiss(said);
    setSaving((files) => new Map([...files].filter(([one]) => one !== id)));
  };
  const lead: Lead = {
    ahead: (id) => {
      const next = queue.after(id);
      if (next === null || !isOpen(id)) return false;
      queue.leave(id);
      setSaving((files) => new Map(files).set(id, null));
      open(next);
      return true;
    },
    saved: (id, ahead) => {
      if (ahead) return settle(id);
      queue.leave(id);
      // Whoever has gone elsewhere while it was saved stays there.
      if (!isOpen(id)) return;
      const next = queue.after(id);
      if (next === null) close();
      else open(next);
    },
    failed: ({ verification_id: id, name }, why) => {
      queue.stay(id);
      // Whoever has come back to it sees it in its dialog.
      if (isOpen(id)) return;
      const back = () => (isHere.current ? open(id) : router.push(`/review?${DESK.write({ lane, file: id })}`));
      const action = { label: t("action"), alt: t("where"), onClick: back };
      const said = toast(t("title", { name }), { description: why, duration: Number.POSITIVE_INFINITY, action });
      setSaving((files) => (files.has(id) ? new Map(files).set(id, said) : files));
    },
  };
  /** A reference keeps one identity, so that a new lead does not render its users again. */
  const latest = useRef(lead);
  useLayoutEffect(() => {
    latest.current = lead;
  });
  return { lead: latest, saving: [...saving.keys()], settle };
}

const isOpen = (id: string): boolean => DESK.read(new URLSearchParams(window.location.search)).filter.file === id;
