/** The file of a verification, on its own page and at the desk. */
export const FILE = ["custody", "letters", "notes", "request", "review-actions", "review-file"] as const;
