import { SaxesParser } from 'saxes'
import { failure } from '../../kernel/texts/reasons.ts'
import { decodeText } from './decode.ts'

/** Deeper than any document written by a program. */
const DEPTH_MAX = 200

type Handlers = {
  /** Element names come without their prefix, attribute names with it; `written` is the name with its prefix. */
  open?: (name: string, attributes: Record<string, string>, written: string) => void
  close?: (name: string, written: string) => void
  /** `element` is the one that the text is directly in. */
  text?: (text: string, element: string) => void
}

/** Whether an attribute with two states is on; an element with two states is, unless its value says otherwise. */
export const isOn = (value = '') => ['1', 'true', 'on'].includes(value)

/** An attribute by its name without prefix. */
export const attributeOf = (attributes: Record<string, string>, wanted: string) =>
  Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1]

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Walks through an XML file without storing it. Declared entities are not read, so none can grow or reach
 * another file: the parser treats their use as a fault.
 */
export const walkXml = (bytes: Uint8Array, { open, close, text }: Handlers) => {
  const parser = new SaxesParser()
  const path: string[] = []
  parser.on('opentag', ({ name, attributes }) => {
    if (path.push(localName(name)) > DEPTH_MAX) throw failure('damaged_file')
    open?.(path.at(-1)!, attributes as Record<string, string>, name)
  })
  parser.on('closetag', ({ name }) => {
    const element = path.pop()!
    close?.(element, name)
  })
  if (text) {
    const add = (part: string) => text(part, path.at(-1) ?? '')
    parser.on('text', add)
    parser.on('cdata', add)
  }
  parser.write(decodeText(bytes, true)).close()
}
