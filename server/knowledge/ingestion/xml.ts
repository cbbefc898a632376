import { SaxesParser } from 'saxes'
import { failure } from '../../kernel/texts/ingestion-failure.ts'
import { decodeText } from './decode.ts'

/** Deeper than any document written by a program. */
const DEPTH_MAX = 200

type Handlers = {
  /** Element names come without their prefix, attribute names with it. */
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Walks through an XML file without storing it. Declared entities are not read, so none can grow or reach
 * another file: the parser treats their use as a fault.
 */
export const walkXml = (bytes: Uint8Array, { open, close, text }: Handlers) => {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > DEPTH_MAX) throw failure('damaged_file')
    open?.(localName(name), attributes as Record<string, string>)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    close?.(localName(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.write(decodeText(bytes, true)).close()
}
