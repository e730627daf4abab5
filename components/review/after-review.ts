import { createContext } from "react";

/** What comes after a review was decided, sent to its customer or closed; null where one stays with the file. */
export const AfterReview = createContext<((id: string) => void) | null>(null);
