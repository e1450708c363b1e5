import { productImportColumns } from '#contracts/endpoints/product-imports.ts';
import type { ImportForm, TemplateNotes, Words } from '../spreadsheet/index.ts';

export type ProductColumn = (typeof productImportColumns)[number];

const titles: Readonly<Record<ProductColumn, Words>> = {
  sku: { zh: '货号', en: 'SKU' },
  name: { zh: '名称', en: 'Name' },
  site: { zh: '站点', en: 'Site' },
  price: { zh: '价格', en: 'Price' },
  currency: { zh: '币种', en: 'Currency' },
  url: { zh: '链接', en: 'Link' },
  status: { zh: '状态', en: 'Status' },
};

/** Columns, titles and messages of a product import. */
export const productForm: ImportForm<ProductColumn> = {
  columns: productImportColumns,
  titles,
  required: ['sku', 'name', 'site', 'price', 'currency', 'url'],
  rules: {
    site: {
      zh: '没有站点「{value}」，请填写电商站点的域名或名称',
      en: 'there is no site “{value}”; enter the domain or name of an e-commerce site',
    },
    siteTwice: { zh: '有多个站点叫「{value}」，请填写域名', en: 'several sites are called “{value}”; enter the domain' },
    price: { zh: '「{value}」不是大于 0 的价格', en: '“{value}” is not a price above 0' },
    decimals: { zh: '「{value}」的小数位多于币种允许的 {limit} 位', en: '“{value}” has more than the {limit} decimals of the currency' },
    currency: { zh: '没有币种「{value}」', en: 'there is no currency “{value}”' },
    https: { zh: '「{value}」不是 https 链接', en: '“{value}” is not an https link' },
    siteDomain: { zh: '链接必须在站点的域名 {domain} 上', en: 'the link must be on {domain}, the domain of the site' },
    twice: { zh: '与第 {row} 行的货号相同', en: 'the SKU is in row {row} already' },
    taken: { zh: '货号「{value}」已存在', en: 'the SKU “{value}” exists already' },
  },
};

/** Instructions printed on the import template. */
export const productTemplate = (
  sites: readonly { name: string; domain: string }[],
  currencies: readonly string[],
): TemplateNotes<ProductColumn> => ({
  page: { zh: '商品导入模板', en: 'Products to import' },
  slug: 'products-import',
  sheet: { zh: '商品', en: 'Products' },
  widths: { sku: 20, name: 30, site: 28, price: 12, currency: 10, url: 50, status: 10 },
  rules: {
    sku: { zh: '必填。1–40 个字符，不能与现有商品重复', en: 'Required. 1–40 characters, unique among products' },
    name: { zh: '必填。1–120 个字符', en: 'Required. 1–120 characters' },
    site: { zh: '必填。电商站点的域名或名称，可选值见下', en: 'Required. Domain or name of an e-commerce site; see below' },
    price: { zh: '必填。大于 0，小数位不超过币种允许的位数', en: 'Required. Above 0, with no more decimals than the currency allows' },
    currency: { zh: '必填。币种代码，可选值见下', en: 'Required. Code of the currency; see below' },
    url: { zh: '必填。https 链接，域名是站点的域名或其下级', en: 'Required. An https link on the domain of the site, or below it' },
    status: { zh: '上架 或 下架，不填为上架', en: 'On or Off; On when empty' },
  },
  general: [],
  choices: [
    { title: { zh: '可选站点', en: 'Site' }, values: sites.map(({ name, domain }) => `${domain}（${name}）`) },
    { title: { zh: '可选币种', en: 'Currency' }, values: currencies },
  ],
});
