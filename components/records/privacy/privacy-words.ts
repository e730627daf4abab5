import { type AllMessages, pick } from "#components/kit/route-messages.tsx";

export const PRIVACY_WORDS = (all: AllMessages) => {
  const { check, curpEnds, curpHidden, numbered, outcomes, unnamed } = all.people;
  return {
    // With the dialog that erases or blocks a file.
    ...pick(all, "arco", "custody", "decision", "privacy"),
    people: { check, curpEnds, curpHidden, numbered, outcomes, unnamed },
  };
};

export const ERASURES_WORDS = (all: AllMessages) => pick(all, "custody", "erasures", "privacy");
