import type { Organization } from '../contract/organizations.ts'

const isAbsolute = (url: string) => /^(http|data:)/.test(url)

/** S3.2: a relative path is the API's. */
export const pictureUrl = (apiBase: string, url: string | null): string | null =>
  url === null || isAbsolute(url) ? url : `${apiBase}/${url.replace(/^\/+/, '')}`

/** S3.3: with the time of its last change, else of this reading, so that the browser does not show the logo before. */
export function logoUrl(
  apiBase: string,
  { logo_url, updated_at }: Pick<Organization, 'logo_url' | 'updated_at'>,
): string | null {
  const url = pictureUrl(apiBase, logo_url)
  if (url === null || logo_url === null || isAbsolute(logo_url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}t=${Date.parse(updated_at) || Date.now()}`
}
