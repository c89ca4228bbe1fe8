/** A chart in the grid, drawn by ECharts into the element that Univer floats over the cells. */
import { BarChart, CandlestickChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, LegendComponent, TitleComponent, TooltipComponent } from "echarts/components";
import { init, use, type EChartsType } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { createElement, useEffect, useRef } from "react";
import { chartOption, type Picture } from "./chartOption";

use([BarChart, CandlestickChart, LineChart, PieChart]);
use([GridComponent, LegendComponent, TitleComponent, TooltipComponent, CanvasRenderer]);

export function Chart({ picture }: { picture: Picture }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let chart: EChartsType | undefined;
    // The element has no size before it is in the page, and ECharts cannot draw into none.
    const observer = new ResizeObserver(() => {
      if (chart) chart.resize();
      else (chart = init(element.current)).setOption(chartOption(picture, element.current?.clientWidth));
    });
    if (element.current) observer.observe(element.current);
    return () => {
      observer.disconnect();
      chart?.dispose();
    };
  }, [picture]);
  return createElement("div", { ref: element, className: "chart", role: "img", "aria-label": picture.title });
}
