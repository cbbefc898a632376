/** `planChange` → `plan-change`: a machine's id and the name of its drawings. */
export const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const OVERVIEW = 'drawing.svg'

/** The picture file of a part, by its state's id; the machine's own is the overview. */
export const fileOf = (id: string) => {
  const path = id.split('.').slice(1).join('-')
  return path === '' ? OVERVIEW : `${kebab(path.replace('#after', '-and-after'))}.svg`
}
