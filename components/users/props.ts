/** What each dialog of the page is given. */
export type DialogProps = {
  /** Whose password is asked for, where the session is older than ten minutes. */
  email: string;
  onSettled: () => void;
  onClosed: () => void;
};
