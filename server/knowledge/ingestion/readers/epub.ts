import path from 'node:path'
import { failure } from '../../../kernel/texts/reasons.ts'
import { decodeText } from '../decode.ts'
import { type Extracted, NO_PROGRESS, textBuilder } from '../extracted.ts'
import { requiredPart } from '../office-parts.ts'
import { walkXml } from '../xml.ts'
import { type Archive, openArchive } from '../zip.ts'
import { addPage, linksOf } from './html.ts'

type Item = { place: string; isPage: boolean; isNavigation: boolean }

/** Target of a reference, without its fragment; null if it is broken. */
const placeOf = (base: string, href: string) => {
  try {
    return path.posix.join(path.posix.dirname(base), decodeURIComponent(href.split('#')[0] ?? ''))
  } catch {
    return null
  }
}

const packageOf = (archive: Archive) => {
  let place = ''
  walkXml(requiredPart(archive, 'META-INF/container.xml'), {
    open(tag, attributes) {
      if (tag === 'rootfile') place ||= attributes['full-path'] ?? ''
    },
  })
  return place
}

/** Title and chapters, in reading order. */
const bookOf = (archive: Archive, place: string) => {
  const items = new Map<string, Item>()
  const order: string[] = []
  let title = ''
  let isTitle = false
  walkXml(requiredPart(archive, place), {
    open(tag, { id = '', href = '', idref = '', properties = '', 'media-type': type = '' }) {
      isTitle = tag === 'title' && title === ''
      if (tag === 'item')
        items.set(id, {
          place: placeOf(place, href) ?? '',
          isPage: type === 'application/xhtml+xml',
          isNavigation: properties.split(' ').includes('nav'),
        })
      if (tag === 'itemref') order.push(idref)
    },
    close: () => {
      isTitle = false
    },
    text(part) {
      if (isTitle) title += part
    },
  })
  const chapters = order
    .map((id) => items.get(id))
    .filter((item) => item?.isPage && !item.isNavigation) as Item[]
  return { title, chapters, navigation: [...items.values()].find(({ isNavigation }) => isNavigation) }
}

/** Names of a book's files in its table of contents. */
const namesOf = (archive: Archive, navigation: Item | undefined) => {
  const names = new Map<string, string>()
  const bytes = navigation && archive.read(navigation.place)
  if (!bytes) return names
  for (const { href, text } of linksOf(decodeText(bytes, true))) {
    const place = placeOf(navigation.place, href)
    if (place !== null && !names.has(place)) names.set(place, text)
  }
  return names
}

/** Encrypted files. In books without protection these can be obfuscated fonts. */
const encryptedOf = (archive: Archive) => {
  const places = new Set<string>()
  const bytes = archive.read('META-INF/encryption.xml')
  if (bytes)
    walkXml(bytes, {
      open(tag, { URI: uri = '' }) {
        if (tag === 'CipherReference') places.add(placeOf('book', uri) ?? '')
      },
    })
  return places
}

/** Reads a book chapter by chapter; one without a heading gets its name from the table of contents. */
export const readEpub = (bytes: Buffer, name: string, { page: onPage } = NO_PROGRESS): Extracted => {
  const archive = openArchive(bytes)
  const { title, chapters, navigation } = bookOf(archive, packageOf(archive))
  const encrypted = encryptedOf(archive)
  if (chapters.some(({ place }) => encrypted.has(place))) throw failure('encrypted_epub')
  const names = namesOf(archive, navigation)
  const builder = textBuilder()
  chapters.forEach(({ place }, index) => {
    const content = archive.read(place)
    // A listed but missing chapter does not fail the book.
    if (content) addPage(builder, decodeText(content, true), names.get(place))
    onPage(index + 1, chapters.length)
  })
  return builder.finish(title, name)
}
