"""Scripts that measure a page: what is cut, what is faint, what scrolls."""

from __future__ import annotations

SIDEWAYS = "() => document.documentElement.scrollWidth - window.innerWidth"

# What of docgen's parts reaches out of its box without a way to scroll there.
CUT = """() => {
  const cut = [];
  for (const element of document.querySelectorAll('.dg-block *, .dg-layers *')) {
    const style = getComputedStyle(element);
    if (!['hidden', 'clip'].includes(style.overflowX) || style.clipPath !== 'none') continue;
    if (style.textOverflow === 'ellipsis') continue;
    if (element.scrollWidth > element.clientWidth + 1) cut.push(element.className);
  }
  return cut;
}"""

# Text of docgen's parts with less contrast than WCAG asks for, as `class text ratio`.
FAINT = """() => {
  const numbers = (text) => {
    const found = text.match(/[\\d.]+(?:e-?\\d+)?/g).map(Number);
    const [r, g, b, a = 1] = found;
    return text.startsWith('color(') ? [r, g, b, a] : [r / 255, g / 255, b / 255, a];
  };
  const over = (top, under) =>
    [0, 1, 2].map((n) => top[n] * top[3] + under[n] * (1 - top[3])).concat(1);
  const light = (c) => [0, 1, 2]
    .map((n) => (c[n] <= 0.04045 ? c[n] / 12.92 : ((c[n] + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
  const grounds = new Map([[null, [1, 1, 1, 1]]]);
  const ground = (element) => {
    if (!grounds.has(element)) {
      const own = numbers(getComputedStyle(element).backgroundColor);
      grounds.set(element, over(own, ground(element.parentElement)));
    }
    return grounds.get(element);
  };
  const faint = new Set();
  const check = (element, style, text) => {
    if (style.visibility === 'hidden' || !element.getClientRects().length) return;
    // What cannot be used now may be faint.
    if (element.matches(':disabled')) return;
    const under = ground(element);
    const pair = [light(over(numbers(style.color), under)), light(under)].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) {
      faint.add(`${element.className || element.tagName} ${text.trim()} ${ratio.toFixed(2)}`);
    }
  };
  const parts = '.dg-block, .dg-block *, .dg-inline *, .dg-code, .dg-code *, .dg-layers *';
  for (const element of document.querySelectorAll(parts)) {
    for (const node of element.childNodes) {
      if (node.nodeType === 3 && node.data.trim()) {
        check(element, getComputedStyle(element), node.data);
      }
    }
    const before = getComputedStyle(element, '::before');
    if (!['none', 'normal', '""'].includes(before.content)) check(element, before, before.content);
  }
  return [...faint];
}"""

# Boxes of docgen that scroll sideways, and whether the Tab key stops at them or inside of them.
BOXES = """() => [...document.querySelectorAll('.dg-block *')]
  .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    && element.scrollWidth > element.clientWidth + 1)
  .map((element) => [element.className || element.tagName, element.tabIndex === 0
    || !!element.querySelector('a[href]:not([tabindex="-1"]), input, button, [tabindex="0"]')])"""
