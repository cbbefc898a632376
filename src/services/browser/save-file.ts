/** Gives a file to the browser to keep. */
export const saveFile = (document: Document, name: string, content: Blob) => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(url))
}
