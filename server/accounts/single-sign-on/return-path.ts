const HERE = 'http://here.invalid'

const isHere = (path: string) => path.startsWith('/') && URL.parse(path, HERE)?.origin === HERE

/** A path of the app to go on to; whatever leads elsewhere is the start page. */
export function returnPath(text: string): string {
  const url = isHere(text) ? new URL(text, HERE) : null
  const path = url ? url.pathname + url.search + url.hash : '/'
  // `/.//elsewhere` is read as `//elsewhere`.
  return isHere(path) ? path : '/'
}
