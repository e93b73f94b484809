/** Words of the server, which are English in all languages of these pages. */
export function ServerText({ children }: { children: string }) {
  return <span lang="en">{children}</span>;
}
