import type { Configuration } from '../../../src/services/contract/integrations.ts'
import { escaped } from '../../kernel/http/escape.ts'

type Addresses = { url: string; picture: string }

/** The tags by which a messenger shows a link to the page; every text in them is somebody's own. */
export const headOf = ({ name, welcome_message }: Configuration, { url, picture }: Addresses): string => {
  const description =
    welcome_message.replace(/\s+/g, ' ') || 'Ask a question, and see where the answer comes from.'
  const named = (key: string, content: string) => `<meta name="${key}" content="${escaped(content)}" />`
  const property = (key: string, content: string) =>
    `<meta property="${key}" content="${escaped(content)}" />`
  return [
    `<title>${escaped(name)}</title>`,
    named('description', description),
    property('og:type', 'website'),
    property('og:title', name),
    property('og:description', description),
    property('og:url', url),
    property('og:image', picture),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', name),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', name),
    named('twitter:description', description),
    named('twitter:image', picture),
  ].join('\n    ')
}
