let id: string | undefined;

/** The id of this tab, until a reload. `crypto.randomUUID` exists in secure contexts alone. */
export const tabId = (): string => {
  id ??= [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return id;
};
