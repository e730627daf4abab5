import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { sentWith } from "#components/secrets/secret-field.tsx";
import { checkKey } from "#lib/browser/keys.ts";

/** Tries the key that is typed into the field of this name, which is emptied at once: nobody reads it over a shoulder. */
export function useKeyCheck(name: string) {
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: checkKey });
  return {
    data,
    error,
    isPending,
    submit(event: FormEvent<HTMLFormElement>) {
      const key = sentWith(event, name);
      if (key === "" || isPending) return;
      mutate(key);
      event.currentTarget.reset();
    },
    /** Another key is being typed: what was said is about the one before. */
    onChange: () => (data || error) && reset(),
  };
}
