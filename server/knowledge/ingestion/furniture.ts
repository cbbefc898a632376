import type { Element, Nodes, Parents, Root } from 'hast'
import { elementsNamed, holds, inlineText, isElement } from './nodes.ts'

/** Roles, and words in ids and classes, of elements around a page's content. */
const ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menu'])
const NAMES =
  /^(?:nav|navbar|navheader|navfooter|navigation|menu|sidebar|sphinxsidebar|breadcrumbs?|toc|contents|table-of-contents|quickview|related|footer|site-footer|page-footer|site-header|page-header|masthead|skip-link|toplang|bottomlang|edit-link|headerlink)$/i
const FURNITURE = new Set('script style noscript template nav iframe object svg select'.split(' '))
/** Content inside an article, but furniture around it. */
const OUTSIDE_ONLY = new Set(['header', 'footer', 'aside', 'form'])

const CONTENT_SHARE = 0.5
const LINKS_MIN = 4
/** A block with this share of its text in links within the site is navigation. */
const LINK_SHARE = 0.8

const TURNING = new Set(['next', 'prev', 'previous', 'up', 'contents', 'index', 'start'])
const TURNING_MIN = 2
/** Characters beside the links: labels and separators. */
const TURNING_WORDS_MAX = 60

const isButton = (node: Nodes) => isElement(node) && node.tagName === 'button'
const lengthOf = (node: Nodes) => inlineText(node).replace(/\s+/g, ' ').trim().length

const namesOf = ({ properties }: Element) =>
  [properties.id, ...(Array.isArray(properties.className) ? properties.className : [])].map(String)

const isWithinSite = ({ properties }: Element) =>
  !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(String(properties.href ?? ''))

const lengthOfAll = (elements: Element[]) => elements.reduce((sum, element) => sum + lengthOf(element), 0)

/** A list of links within the same site, such as a table of contents. */
const isContents = (element: Element, links: Element[]) =>
  links.length >= LINKS_MIN &&
  links.every(isWithinSite) &&
  lengthOfAll(links) >= lengthOf(element) * LINK_SHARE

const turns = ({ properties }: Element) => [properties.rel].flat().some((rel) => TURNING.has(String(rel)))

/** `Next: …, Previous: …, Up: …` of a manual: labelled links with hardly any other text. */
const isTurningPages = (element: Element, links: Element[]) =>
  links.filter(turns).length >= TURNING_MIN && lengthOf(element) - lengthOfAll(links) <= TURNING_WORDS_MAX

const isNavigation = (element: Element) => {
  if (!['ul', 'ol', 'dl', 'div', 'table', 'p'].includes(element.tagName)) return false
  const links = elementsNamed(element, 'a')
  return isContents(element, links) || isTurningPages(element, links)
}

const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'dt', 'summary'])
const isHeading = ({ tagName, properties }: Element) => HEADINGS.has(tagName) || properties.role === 'heading'

const hasWordsBesideButtons = (node: Nodes): boolean =>
  node.type === 'text'
    ? /\p{L}/u.test(node.value)
    : 'children' in node && !isButton(node) && node.children.some(hasWordsBesideButtons)

const isContentRoot = ({ tagName, properties }: Element) =>
  tagName === 'main' || tagName === 'article' || properties.role === 'main'

const contentRootsIn = (node: Parents): Element[] =>
  node.children.flatMap((child) =>
    !isElement(child) ? [] : isContentRoot(child) ? [child] : contentRootsIn(child),
  )

const isMain = ({ tagName }: Element) => tagName !== 'article'

const DIALOGS = new Set(['dialog', 'alertdialog'])

/** Neither a dialog nor text that is struck out or not shown is content, however much it holds. */
const isHidden = (element: Element) => {
  const { tagName, properties } = element
  const looksHidden =
    properties.ariaHidden === 'true' || namesOf(element).some((name) => /^cookie-banner$/i.test(name))
  return (
    tagName === 'dialog' ||
    DIALOGS.has(String(properties.role ?? '')) ||
    (properties.hidden !== undefined && properties.hidden !== 'until-found') ||
    /display\s*:\s*none|line-through/i.test(String(properties.style ?? '')) ||
    // An open dialog hides the page behind it from screen readers, although it is shown.
    (looksHidden && !contentRootsIn({ type: 'root', children: [element] }).some(isMain))
  )
}

/** By its name, its role or its place. */
const looksLikeFurniture = (element: Element, inContent: boolean) =>
  (!inContent && OUTSIDE_ONLY.has(element.tagName) && !holds(element, ({ tagName }) => tagName === 'h1')) ||
  ROLES.has(String(element.properties.role ?? '')) ||
  namesOf(element).some((name) => NAMES.test(name))

/** Tells whether an element is furniture; what holds most of a page's text is not, whatever it is called. */
const furnitureOf = (page: Root) => {
  const roots = contentRootsIn(page)
  const hasMain = roots.some(isMain)
  const lengthOfPage = hasMain ? lengthOfAll(roots) : lengthOf(page)
  const isSubstance = (element: Element, inContent: boolean) =>
    contentRootsIn(element).some(isMain) ||
    ((inContent || !hasMain) &&
      lengthOf(element) - lengthOfAll(elementsNamed(element, 'a')) >= lengthOfPage * CONTENT_SHARE)
  return (element: Element, inContent: boolean, keepsButtons: boolean) =>
    FURNITURE.has(element.tagName) ||
    (isButton(element) && !keepsButtons) ||
    (looksLikeFurniture(element, inContent) && !isSubstance(element, inContent)) ||
    isNavigation(element)
}

const pruned = <Node extends Parents>(
  node: Node,
  isFurniture: (element: Element, inContent: boolean, keepsButtons: boolean) => boolean,
  inContent = false,
  keepsButtons = false,
): Node => {
  const children = (node.children as Nodes[]).flatMap((child): Nodes[] => {
    if (!isElement(child)) return [child]
    const within = inContent || isContentRoot(child)
    // A button that is all of a heading shows the answer to a question; others do something.
    const isQuestion = isHeading(child) ? !hasWordsBesideButtons(child) : keepsButtons
    return isFurniture(child, within, isQuestion) ? [] : [pruned(child, isFurniture, within, isQuestion)]
  })
  return { ...node, children } as Node
}

/** The page as it is shown, without dialogs over it. */
export const shownOf = (page: Root): Root => pruned(page, isHidden)

/** A shown page without surroundings; only its main part, if that contains most of the text. */
export const contentOf = (page: Root): Root => {
  const whole = pruned(page, furnitureOf(page))
  const roots = contentRootsIn(whole)
  const share = lengthOfAll(roots)
  return roots.length > 0 && share >= lengthOf(whole) * CONTENT_SHARE
    ? { type: 'root', children: roots }
    : whole
}
